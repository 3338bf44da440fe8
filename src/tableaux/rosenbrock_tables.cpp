// The Rosenbrock methods, one table each, in the transformed form (see rosenbrock.hpp).
#include "tableaux/rodas_tables.hpp"
#include "tableaux/rosenbrock.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dashpot::tableaux {
namespace {

constexpr double sqrt2 = std::numbers::sqrt2;

constexpr RosenbrockTable rosenbrockEuler{
    .name = "rosenbrock-euler",
    .source = "linearly implicit Euler; Hairer and Wanner (1996), IV.9",
    .stages = 1,
    .order = 1,
    .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 1},
    .rhsPerStep = 1,
    .gamma = 1,
    .gammaSum = {1},
    .m = {1},
};

// gamma = 1 + 1/sqrt(2): the second root of 1/2 - 2 gamma + gamma^2 has larger error constants than 1 - 1/sqrt(2), but
// its stages stay on the right side of a stiff equilibrium at large steps.
constexpr double gammaRos2 = 1 + 1 / sqrt2;
constexpr RosenbrockTable ros2{
    .name = "ros2",
    .source = "Verwer, Spee, Blom, Hundsdorfer (1999), gamma = 1 + 1/sqrt(2)",
    .stages = 2,
    .order = 2,
    .embeddedOrder = 1,
    .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 2},
    .rhsPerStep = 2,
    .gamma = gammaRos2,
    .a = {{{}, {1 / gammaRos2}}},
    .c = {{{}, {-2 / gammaRos2}}},
    .alpha = {0, 1},
    .gammaSum = {gammaRos2, -gammaRos2},
    .m = {3 / (2 * gammaRos2), 1 / (2 * gammaRos2)},
    .error = {1 / (2 * gammaRos2), 1 / (2 * gammaRos2)},
};

constexpr double gammaRos2p = 1 - 1 / sqrt2;
constexpr RosenbrockTable ros2p{
    .name = "ros2p",
    .source = "Piche and Ellman (1994)",
    .stages = 2,
    .order = 2,
    .embeddedOrder = 1,
    .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 2},
    .rhsPerStep = 2,
    .gamma = gammaRos2p,
    .a = {{{}, {(sqrt2 - 1) / (2 * gammaRos2p)}}},
    .alpha = {0, (sqrt2 - 1) / 2},
    .gammaSum = {gammaRos2p, gammaRos2p},
    .m = {0, 1 / gammaRos2p},
    .error = {-1 / gammaRos2p, 1 / gammaRos2p},
};

// gamma is rounded from 0.57281606, so R(infinity) is -1.5e-5 instead of 0.
constexpr RosenbrockTable ros4{
    .name = "ros4",
    .source = "Hairer and Wanner (1996), IV.7, table 7.2, L-stable set",
    .stages = 4,
    .order = 4,
    .embeddedOrder = 3,
    .properties = {.lStable = true, .rInfinity = 1.519e-5, .daeOrder = 2},
    .rhsPerStep = 3,
    .gamma = 0.57282,
    .a = {{{}, {2}, {1.867943637803922, 0.2344449711399156}, {1.867943637803922, 0.2344449711399156, 0}}},
    .c = {{{},
           {-7.137615036412310},
           {2.580708087951457, 0.6515950076447975},
           {-2.137148994382534, -0.3214669691237626, -0.6949742501781779}}},
    .alpha = {0, 1.14564, 0.65521686381559, 0.65521686381559},
    .gammaSum = {0.57282, -1.769193891319233, 0.7592633437920482, -0.1049021087100450},
    .m = {2.255570073418735, 0.2870493262186792, 0.4353179431840180, 1.093502252409163},
    .error = {0.2815431932141155, 0.0727619912493892, 0.1082196201495311, 1.093502252409163},
};

constexpr RosenbrockTable grk4t{
    .name = "grk4t",
    .source = "Kaps and Rentrop (1979); Hairer and Wanner (1996), IV.7, table 7.2",
    .stages = 4,
    .order = 4,
    .embeddedOrder = 3,
    .properties = {.lStable = false, .rInfinity = 0.45357191, .daeOrder = 2, .alphaDegrees = 89.354},
    .rhsPerStep = 3,
    .gamma = 0.231,
    .a = {{{}, {2}, {4.524708207373116, 4.163528788597648}, {4.524708207373116, 4.163528788597648, 0}}},
    .c = {{{},
           {-5.071675338776316},
           {6.020152728650786, 0.1597506846727117},
           {-1.856343618686113, -8.505380858179826, -2.084075136023187}}},
    .alpha = {0, 0.462, 0.8802083333333334, 0.8802083333333334},
    .gammaSum = {0.231, -0.03962966775244303, 0.5507789395789127, -0.05535098457052764},
    .m = {3.957503746640777, 4.624892388363313, 0.6174772638750108, 1.282612945269037},
    .error = {2.302155402932996, 3.073634485392623, -0.8732808018045032, -1.282612945269037},
};

constexpr RosenbrockTable grk4a{
    .name = "grk4a",
    .source = "Kaps and Rentrop (1979); Hairer and Wanner (1996), IV.7, table 7.2",
    .stages = 4,
    .order = 4,
    .embeddedOrder = 3,
    .properties = {.lStable = false, .rInfinity = 0.99543347, .daeOrder = 2},
    .rhsPerStep = 3,
    .gamma = 0.395,
    .a = {{{},
           {1.108860759493671},
           {2.377085261983360, 0.1850114988899692},
           {2.377085261983360, 0.1850114988899692, 0}}},
    .c = {{{},
           {-4.920188402397641},
           {1.055588686048583, 3.351817267668938},
           {3.846869007049313, 3.427109241268180, -2.162408848753263}}},
    .alpha = {0, 0.438, 0.87, 0.87},
    .gammaSum = {0.395, -0.3726723954840920, 0.06629196544571492, 0.4340946962568634},
    .m = {1.845683240405840, 0.1369796894360503, 0.7129097783291559, 0.6329113924050632},
    .error = {0.04831870177201765, -0.6471108651049505, 0.2186876660500240, -0.6329113924050632},
};

// Lang and Verwer's own embedded formula differs from the method by (k_2 - k_1)/3, which vanishes identically on linear
// autonomous problems: steps would grow without bound there. Instead a fourth stage at the new point (its f is the
// first of the next step) estimates the error: gamma_4 is such that u_4 = O(h^3) (row sum 0, sum gamma_4i beta_i = 0);
// the free gamma_42 and the weight 1/2 balance the two error terms of order 3.
RosenbrockTable ros3p() {
  const double gamma = 0.5 + std::numbers::sqrt3 / 6;
  const double beta3 = 1 + (0.5 - 2 * gamma);
  RosenbrockStandardForm form{
      .alpha = Eigen::MatrixXd::Zero(4, 4), .gamma = gamma * Eigen::MatrixXd::Identity(4, 4), .b = {}, .bHat = {}};
  form.b = Eigen::Vector4d{2.0 / 3, 0, 1.0 / 3, 0};
  form.alpha(1, 0) = form.alpha(2, 0) = 1;
  form.alpha.row(3) = form.b;
  form.gamma(1, 0) = -1;
  form.gamma(2, 0) = -gamma;
  form.gamma(2, 1) = 0.5 - 2 * gamma;
  form.gamma(3, 2) = gamma * (1 - gamma) / (gamma - beta3);
  form.gamma(3, 1) = -0.5;
  form.gamma(3, 0) = -gamma - form.gamma(3, 1) - form.gamma(3, 2);
  form.bHat = form.b - 0.5 * form.gamma.row(3).transpose();
  return transformedForm(form, {.name = "ros3p",
                                .source = "Lang and Verwer (2001), with an error estimate of our own",
                                .order = 3,
                                .embeddedOrder = 2,
                                .properties = {.lStable = false, .rInfinity = 0.7320508075688772, .daeOrder = 3},
                                .rhsPerStep = 2,
                                .lastStageIsNextFirst = true});
}

// Published with slopes k_i, hence written in the standard form. The third stage serves the error estimate only; it
// evaluates f at the new point, where the next step starts.
RosenbrockTable ode23s() {
  const double d = 1 / (2 + sqrt2);
  const double e32 = 6 + sqrt2;
  RosenbrockStandardForm form{
      .alpha = Eigen::MatrixXd::Zero(3, 3), .gamma = d * Eigen::MatrixXd::Identity(3, 3), .b = {}, .bHat = {}};
  form.alpha(1, 0) = 0.5;
  form.alpha(2, 1) = 1;
  form.gamma(1, 0) = -d;
  form.gamma(2, 0) = d * (e32 - 2);
  form.gamma(2, 1) = -d * e32;
  form.b = Eigen::Vector3d{0, 1, 0};
  form.bHat = Eigen::Vector3d{1.0 / 6, 4.0 / 6, 1.0 / 6};
  return transformedForm(form, {.name = "ode23s",
                                .source = "Shampine and Reichelt (1997)",
                                .order = 2,
                                .embeddedOrder = 3,
                                .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 2},
                                .rhsPerStep = 2,
                                .lastStageIsNextFirst = true});
}

}  // namespace

std::span<const RosenbrockTable> rosenbrockTables() {
  static const std::array tables{rosenbrockEuler, ros2,  ros2p,  ode23s(), ros3p(), rodas3, ros4,
                                 grk4t,           grk4a, rodas4, rodas4p,  rodas5p};
  return tables;
}

const RosenbrockTable* findRosenbrock(std::string_view name) {
  const auto tables = rosenbrockTables();
  const auto it = std::ranges::find(tables, name, &RosenbrockTable::name);
  return it == tables.end() ? nullptr : &*it;
}

}  // namespace dashpot::tableaux
