// Diagonally implicit Runge-Kutta methods: all implicit stages share one matrix M/(h gamma) - J.
#include "tableaux/continuous_extension.hpp"
#include "tableaux/implicit_rk.hpp"

#include <cmath>

namespace dashpot::tableaux {
namespace {

/// The continuous extension, of the highest order up to p - 1 (at least) that the stages allow.
ImplicitTable extended(ImplicitTable table, int denseOrder, int degree) {
  table.denseOrder = denseOrder;
  table.dense = leastNormExtension(table.a, table.b, denseOrder, degree);
  return table;
}

ExtendedVector rowSums(const ExtendedMatrix& a) { return a.rowwise().sum(); }

/// An embedded formula for methods that were published without one: with the slope at the start, weight `share`, and
/// stage weights corrected such that constants and linear slopes are still integrated exactly.
void addSlopeEstimate(ImplicitTable& table, long double share, int first, int second) {
  const long double c1 = table.c(first), c2 = table.c(second);
  table.slopeWeight = share;
  table.bHat = table.b;
  table.bHat(first) -= share * c2 / (c2 - c1);
  table.bHat(second) += share * c1 / (c2 - c1);
}

}  // namespace

// Hairer and Wanner II, table IV.6.5: L-stable, gamma = 1/4.
ImplicitTable hairerWannerSdirk() {
  ImplicitTable table{.name = "hw-sdirk",
                      .source = "Hairer and Wanner 1991, SDIRK4: order 4(3), L-stable; estimate filtered",
                      .order = 4,
                      .embeddedOrder = 3,
                      .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 4},
                      .a = ExtendedMatrix{{1.0L / 4, 0, 0, 0, 0},
                                          {1.0L / 2, 1.0L / 4, 0, 0, 0},
                                          {17.0L / 50, -1.0L / 25, 1.0L / 4, 0, 0},
                                          {371.0L / 1360, -137.0L / 2720, 15.0L / 544, 1.0L / 4, 0},
                                          {25.0L / 24, -49.0L / 48, 125.0L / 16, -85.0L / 12, 1.0L / 4}},
                      .b = ExtendedVector{{25.0L / 24, -49.0L / 48, 125.0L / 16, -85.0L / 12, 1.0L / 4}},
                      .c = ExtendedVector{{1.0L / 4, 3.0L / 4, 11.0L / 20, 1.0L / 2, 1}},
                      .bHat = ExtendedVector{{59.0L / 48, -17.0L / 96, 225.0L / 32, -85.0L / 12, 0}},
                      .dense = {}};
  return extended(std::move(table), 3, 3);
}

// Bank et al. 1985 as a Runge-Kutta method with an embedded formula of order 3: Hosea and Shampine 1996.
ImplicitTable trBdf2() {
  const long double d = 1 - std::sqrt(0.5L), w = std::sqrt(2.0L) / 4;
  ImplicitTable table{.name = "tr-bdf2",
                      .source = "Bank et al. 1985; Hosea and Shampine 1996: order 2(3), L-stable; estimate filtered",
                      .order = 2,
                      .embeddedOrder = 3,
                      .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 2},
                      .a = ExtendedMatrix{{0, 0, 0}, {d, d, 0}, {w, w, d}},
                      .b = ExtendedVector{{w, w, d}},
                      .c = ExtendedVector{{0, 2 * d, 1}},
                      .bHat = ExtendedVector{{(1 - w) / 3, (3 * w + 1) / 3, d / 3}},
                      .dense = {}};
  return extended(std::move(table), 2, 2);
}

// Alexander 1977, strongly S-stable; gamma = 1 - sqrt(2)/2.
ImplicitTable alexander2() {
  const long double g = 1 - std::sqrt(0.5L);
  ImplicitTable table{.name = "sdirk2",
                      .source = "Alexander 1977: order 2, L-stable; estimate with the slope at the start, filtered",
                      .order = 2,
                      .embeddedOrder = 2,
                      .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 2},
                      .a = ExtendedMatrix{{g, 0}, {1 - g, g}},
                      .b = ExtendedVector{{1 - g, g}},
                      .c = ExtendedVector{{g, 1}},
                      .bHat = {},
                      .dense = {}};
  addSlopeEstimate(table, g, 0, 1);
  return extended(std::move(table), 2, 2);
}

// Alexander 1977, strongly S-stable, with an embedded formula of order 2; gamma is the middle root of
// x^3 - 3x^2 + 3x/2 - 1/6.
ImplicitTable alexander3() {
  const long double g = 0.435866521508458999416019L;
  const long double tau = (1 + g) / 2, b1 = -(6 * g * g - 16 * g + 1) / 4, b2 = (6 * g * g - 20 * g + 5) / 4;
  ImplicitTable table{.name = "sdirk3",
                      .source = "Alexander 1977: order 3(2), L-stable; estimate filtered",
                      .order = 3,
                      .embeddedOrder = 2,
                      .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 3},
                      .a = ExtendedMatrix{{g, 0, 0}, {tau - g, g, 0}, {b1, b2, g}},
                      .b = ExtendedVector{{b1, b2, g}},
                      .c = ExtendedVector{{g, tau, 1}},
                      .bHat = ExtendedVector{{(tau - 0.5L) / (tau - g), (g - 0.5L) / (g - tau), 0}},
                      .dense = {}};
  return extended(std::move(table), 2, 2);
}

// Norsett 1974, Crouzeix 1975: A-stable, |R(infinity)| = 0.732.
ImplicitTable norsett2() {
  const long double r = std::sqrt(3.0L), g = 0.5L + 0.5L / r;
  ImplicitTable table{.name = "norsett2",
                      .source =
                          "Norsett 1974, Crouzeix 1975: order 3, A-stable; estimate with the slope at the start, "
                          "filtered",
                      .order = 3,
                      .embeddedOrder = 2,
                      .properties = {.lStable = false, .rInfinity = 0.7320508075688772, .daeOrder = 2},
                      .a = ExtendedMatrix{{g, 0}, {-1 / r, g}},
                      .b = ExtendedVector{{0.5L, 0.5L}},
                      .c = ExtendedVector{{g, 1 - g}},
                      .bHat = {},
                      .dense = {}};
  addSlopeEstimate(table, g / 2, 0, 1);
  return extended(std::move(table), 2, 2);
}

// Norsett 1974, Crouzeix 1975, Alexander 1977: A-stable, |R(infinity)| = 0.630. The weights are b = (1/(6 q^2),
// 1 - 1/(3 q^2), 1/(6 q^2)), q = 2 cos(pi/18)/sqrt(3); prints with 1/(6 q)^2 are wrong.
ImplicitTable norsett3() {
  const long double q = 2 * std::cos(3.14159265358979323846L / 18) / std::sqrt(3.0L), g = (1 + q) / 2;
  const long double outer = 1 / (6 * q * q);
  ImplicitTable table{.name = "norsett3",
                      .source =
                          "Norsett 1974, Crouzeix 1975: order 4, A-stable; estimate with the slope at the start, "
                          "filtered",
                      .order = 4,
                      .embeddedOrder = 2,
                      .properties = {.lStable = false, .rInfinity = 0.6304149, .daeOrder = 2},
                      .a = ExtendedMatrix{{g, 0, 0}, {-q / 2, g, 0}, {1 + q, -(1 + 2 * q), g}},
                      .b = ExtendedVector{{outer, 1 - 2 * outer, outer}},
                      .c = ExtendedVector{{g, 0.5L, (1 - q) / 2}},
                      .bHat = {},
                      .dense = {}};
  addSlopeEstimate(table, g / 8, 1, 2);
  return extended(std::move(table), 2, 2);
}

// Cash 1979: strongly S-stable. Published with 9 to 10 digits; here every digit in which the order conditions hold
// exactly (they determine the coefficients once c_2 = -7/10 and c_3 = 4/5 are chosen).
ImplicitTable cashDirk() {
  const long double g = 0.435866521508458999416019L;
  const long double b1 = 0.896869652970429582735781L, b2 = 0.0182725272739689037995442L,
                    b3 = -0.0845900311019720380309664L, b4 = -0.266418670650885447920378L;
  ImplicitTable table{
      .name = "cash-dirk",
      .source = "Cash 1979: order 4(3), L-stable; coefficients completed to full precision; estimate filtered",
      .order = 4,
      .embeddedOrder = 3,
      .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 4},
      .a = ExtendedMatrix{{g, 0, 0, 0, 0},
                          {-0.7L - g, g, 0, 0, 0},
                          {1.08543330650118779823374L, 0.8L - g - 1.08543330650118779823374L, g, 0, 0},
                          {0.416349501578779987243998L, 0.190984004179556134063729L, -0.118643265460115060525L, g, 0},
                          {b1, b2, b3, b4, g}},
      .b = ExtendedVector{{b1, b2, b3, b4, g}},
      .c = {},
      .bHat = ExtendedVector{{0.7766919329157524221967851L, 0.02974727915032039108861504L,
                              -0.02674402391564096382835552L, 0.2203048118495681505429554L, 0}},
      .dense = {}};
  table.c = rowSums(table.a);
  return extended(std::move(table), 3, 3);
}

// Kennedy and Carpenter 2003, the implicit half of ARK4(3)6L[2]SA.
ImplicitTable kenCarp4() {
  ImplicitTable table{
      .name = "kencarp4",
      .source = "Kennedy and Carpenter 2003, ESDIRK of ARK4(3)6L[2]SA: order 4(3), L-stable; estimate filtered",
      .order = 4,
      .embeddedOrder = 3,
      .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 4},
      .a = ExtendedMatrix{{0, 0, 0, 0, 0, 0},
                          {1.0L / 4, 1.0L / 4, 0, 0, 0, 0},
                          {8611.0L / 62500, -1743.0L / 31250, 1.0L / 4, 0, 0, 0},
                          {5012029.0L / 34652500, -654441.0L / 2922500, 174375.0L / 388108, 1.0L / 4, 0, 0},
                          {15267082809.0L / 155376265600, -71443401.0L / 120774400, 730878875.0L / 902184768,
                           2285395.0L / 8070912, 1.0L / 4, 0},
                          {82889.0L / 524892, 0, 15625.0L / 83664, 69875.0L / 102672, -2260.0L / 8211, 1.0L / 4}},
      .b = ExtendedVector{{82889.0L / 524892, 0, 15625.0L / 83664, 69875.0L / 102672, -2260.0L / 8211, 1.0L / 4}},
      .c = ExtendedVector{{0, 1.0L / 2, 83.0L / 250, 31.0L / 50, 17.0L / 20, 1}},
      .bHat = ExtendedVector{{4586570599.0L / 29645900160, 0, 178811875.0L / 945068544, 814220225.0L / 1159782912,
                              -3700637.0L / 11593932, 61727.0L / 225920}},
      .dense = {}};
  return extended(std::move(table), 3, 3);
}

// Kennedy and Carpenter 2003, the implicit half of ARK5(4)8L[2]SA. The printed fractions approximate algebraic numbers
// to about 25 digits.
ImplicitTable kenCarp5() {
  const long double g = 41.0L / 200;
  ImplicitTable table{
      .name = "kencarp5",
      .source = "Kennedy and Carpenter 2003, ESDIRK of ARK5(4)8L[2]SA: order 5(4), L-stable; estimate filtered",
      .order = 5,
      .embeddedOrder = 4,
      .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 5},
      .a = ExtendedMatrix{{0, 0, 0, 0, 0, 0, 0, 0},
                          {g, g, 0, 0, 0, 0, 0, 0},
                          {41.0L / 400, -567603406766.0L / 11931857230679, g, 0, 0, 0, 0, 0},
                          {683785636431.0L / 9252920307686, 0, -110385047103.0L / 1367015193373, g, 0, 0, 0, 0},
                          {3016520224154.0L / 10081342136671, 0, 30586259806659.0L / 12414158314087,
                           -22760509404356.0L / 11113319521817, g, 0, 0, 0},
                          {218866479029.0L / 1489978393911, 0, 638256894668.0L / 5436446318841,
                           -1179710474555.0L / 5321154724896, -60928119172.0L / 8023461067671, g, 0, 0},
                          {1020004230633.0L / 5715676835656, 0, 25762820946817.0L / 25263940353407,
                           -2161375909145.0L / 9755907335909, -211217309593.0L / 5846859502534,
                           -4269925059573.0L / 7827059040749, g, 0},
                          {-872700587467.0L / 9133579230613, 0, 0, 22348218063261.0L / 9555858737531,
                           -1143369518992.0L / 8141816002931, -39379526789629.0L / 19018526304540,
                           32727382324388.0L / 42900044865799, g}},
      .b = ExtendedVector{{-872700587467.0L / 9133579230613, 0, 0, 22348218063261.0L / 9555858737531,
                           -1143369518992.0L / 8141816002931, -39379526789629.0L / 19018526304540,
                           32727382324388.0L / 42900044865799, g}},
      .c = {},
      .bHat = ExtendedVector{{-975461918565.0L / 9796059967033, 0, 0, 78070527104295.0L / 32432590147079,
                              -548382580838.0L / 3424219808633, -33438840321285.0L / 15594753105479,
                              3629800801594.0L / 4656183773603, 4035322873751.0L / 18575991585200}},
      .dense = {}};
  table.c = rowSums(table.a);
  return extended(std::move(table), 4, 4);
}

}  // namespace dashpot::tableaux
