// The Rosenbrock methods, one table each, in the transformed form (see rosenbrock.hpp).
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

constexpr RosenbrockTable rodas3{
    .name = "rodas3",
    .source = "Sandu, Verwer, Blom, Spee, Carmichael (1997)",
    .stages = 4,
    .order = 3,
    .embeddedOrder = 2,
    .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 3},
    .rhsPerStep = 3,
    .gamma = 1.0 / 2,
    .a = {{{}, {0}, {2, 0}, {2, 0, 1}}},
    .c = {{{}, {4}, {1, -1}, {1, -1, -8.0 / 3}}},
    .alpha = {0, 0, 1, 1},
    .gammaSum = {1.0 / 2, 3.0 / 2, 0, 0},
    .m = {2, 0, 1, 1},
    .error = {0, 0, 0, 1},
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

constexpr RosenbrockTable rodas4{
    .name = "rodas4",
    .source = "Hairer and Wanner (1996), VI.4, RODAS",
    .stages = 6,
    .order = 4,
    .embeddedOrder = 3,
    .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 4},
    .rhsPerStep = 6,
    .gamma = 0.25,
    .a = {{{},
           {1.544},
           {0.9466785280815826, 0.2557011698983284},
           {3.314825187068521, 2.896124015972201, 0.9986419139977817},
           {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
           {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1}}},
    .c = {{{},
           {-5.6688},
           {-2.430093356833875, -0.2063599157091915},
           {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
           {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
           {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054}}},
    .alpha = {0, 0.386, 0.21, 0.63, 1, 1},
    .gammaSum = {0.25, -0.1043, 0.1035, -0.03620000000000023, 0, 0},
    .m = {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1, 1},
    .error = {0, 0, 0, 0, 0, 1},
    .shapes = 2,
    .shapeOrder = 3,
    .shape = {{{10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662},
               {-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872}}},
};

constexpr RosenbrockTable rodas4p{
    .name = "rodas4p",
    .source = "Steinebach (1995), RODASP: order 4 kept on linear parabolic problems",
    .stages = 6,
    .order = 4,
    .embeddedOrder = 3,
    .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 4},
    .rhsPerStep = 6,
    .gamma = 0.25,
    .a = {{{},
           {3},
           {1.831036793486759, 0.4955183967433795},
           {2.304376582692669, -0.05249275245743001, -1.176798761832782},
           {-7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401},
           {-7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401, 1}}},
    .c = {{{},
           {-12},
           {-8.791795173947035, -2.207865586973518},
           {10.81793056857153, 6.780270611428266, 19.53485944642410},
           {34.19095006749676, 15.49671153725963, 54.74760875964130, 14.16005392148534},
           {34.62605830930532, 15.30084976114473, 56.99955578662667, 18.40807009793095, -5.714285714285717}}},
    .alpha = {0, 0.75, 0.21, 0.63, 1, 1},
    .gammaSum = {0.25, -0.5, -0.023504, -0.0362, 0, 0},
    .m = {-7.170454962423024, -4.741636671481785, -16.31002631330971, -1.062004044111401, 1, 1},
    .error = {0, 0, 0, 0, 0, 1},
    .shapes = 2,
    .shapeOrder = 3,
    .shape = {{{25.09876703708589, 11.62013104361867, 28.49148307714626, -5.664021568594133, 0},
               {1.638054557396973, -0.7373619806678748, 8.477918219238990, 15.99253148779520, -1.882352941176471}}},
};

constexpr RosenbrockTable rodas5p{
    .name = "rodas5p",
    .source = "Steinebach (2023), BIT 63:27",
    .stages = 8,
    .order = 5,
    .embeddedOrder = 4,
    .properties = {.lStable = true, .rInfinity = 0, .daeOrder = 5},
    .rhsPerStep = 8,
    .gamma = 0.21193756319429014,
    .a = {{{},
           {3},
           {2.849394379747939, 0.45842242204463923},
           {-6.954028509809101, 2.489845061869568, -10.358996098473584},
           {2.8029986275628964, 0.5072464736228206, -0.3988312541770524, -0.04721187230404641},
           {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946},
           {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1},
           {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1,
            1}}},
    .c = {{{},
           {-14.155112264123755},
           {-17.97296035885952, -2.859693295451294},
           {147.12150275711716, -1.41221402718213, 71.68940251302358},
           {165.43517024871676, -0.4592823456491126, 42.90938336958603, -5.961986721573306},
           {24.854864614690072, -3.0009227002832186, 47.4931110020768, 5.5814197821558125, -0.6610691825249471},
           {30.91273214028599, -3.1208243349937974, 77.79954646070892, 34.28646028294783, -19.097331116725623,
            -28.087943162872662},
           {37.80277123390563, -3.2571969029072276, 112.26918849496327, 66.9347231244047, -40.06618937091002,
            -54.66780262877968, -9.48861652309627}}},
    .alpha = {0, 0.6358126895828704, 0.4095798393397535, 0.9769306725060716, 0.4288403609558664, 1, 1, 1},
    .gammaSum = {0.21193756319429014, -0.42387512638858027, -0.3384627126235924, 1.8046452872882734, 2.325825639765069,
                 0, 0, 0},
    .m = {-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946, 1, 1,
          1},
    .error = {0, 0, 0, 0, 0, 0, 0, 1},
    .shapes = 3,
    .shapeOrder = 4,
    .shape = {{{25.948786856663858, -2.5579724845846235, 10.433815404888879, -2.3679251022685204, 0.524948541321073,
                1.1241088310450404, 0.4272876194431874, -0.17202221070155493},
               {-9.91568850695171, -0.9689944594115154, 3.0438037242978453, -24.495224566215796, 20.176138334709044,
                15.98066361424651, -6.789040303419874, -6.710236069923372},
               {11.419903575922262, 2.8879645146136994, 72.92137995996029, 80.12511834622643, -52.072871366152654,
                -59.78993625266729, -0.15582684282751913, 4.883087185713722}}},
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
