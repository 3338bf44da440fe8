#include "equations/continuity.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

namespace dashpot::equations {

namespace {

using symbolic::Op;

constexpr int pointsWanted = 12, pointsPerPiece = 5, mostTrialsPerPoint = 4;
constexpr std::size_t mostUndetermined = 6;   // whose ways are combined
constexpr std::size_t mostOperations = 2000;  // of an expression
constexpr std::size_t mostWork = 3'000'000;   // of all of them: tens of milliseconds
constexpr double rounding = 1e-12;            // of both sides, by the size of the terms
constexpr double undecided = 1e-9;
constexpr double lastBits = 16.0 * std::numeric_limits<double>::epsilon();
constexpr std::size_t mostDetermined = 3;  // values of what the surface determines: dp may be c or -c

constexpr bool isTurning(Op op) {
  return (symbolic::isRelation(op) && op != Op::equal && op != Op::notEqual) || op == Op::sign;
}
/// Between pieces that meet.
constexpr bool decidesContinuously(Op op) { return op == Op::abs || op == Op::min || op == Op::max; }
constexpr bool decides(Op op) { return symbolic::isRelation(op) || op == Op::sign || decidesContinuously(op); }

/// An expression as a list of operations, operands before what uses them.
class Tape {
 public:
  /// Empty: there is something in it of which no values can be made up.
  static std::optional<Tape> of(const SolvableSystem& system, ParameterNumbers& numbers, Expr root, Expr turning) {
    Tape tape;
    tape.turning_ = turning;
    if (!tape.add(system, numbers, root) || !tape.places_.contains(turning)) return std::nullopt;
    tape.finish();
    return tape;
  }

  [[nodiscard]] std::size_t size() const { return operations_.size(); }

  /// Equal for expressions that differ in the names of what varies alone, as of components that are alike.
  [[nodiscard]] std::vector<std::uint64_t> shape() const {
    static_assert(mostOperations < std::size_t{1} << 16);
    std::vector<std::uint64_t> shape{turningPlace_};
    for (std::size_t i = 0; i < size(); ++i) {
      const auto& [op, a, b, c] = operations_[i];
      shape.push_back(std::uint64_t{static_cast<std::uint8_t>(op)} << 48 | std::uint64_t{a} << 32 | b << 16 | c);
      if (symbolic::operandCount(op) == 0) shape.push_back(std::bit_cast<std::uint64_t>(values_[i]));
    }
    for (const FreeLeaf& leaf : free_)
      shape.push_back(std::uint64_t{leaf.place} << 8 | static_cast<std::uint8_t>(leaf.kind));
    return shape;
  }

  /// Finds out whether both sides agree.
  bool agrees(std::mt19937_64& random, std::size_t& work) {
    if (neverTurns()) return true;
    if (!agreeAt(pointsWanted, random, work)) return false;
    findUndetermined();
    return undetermined_.empty() || agreeOnAllPieces(random, work);
  }

 private:
  struct Operation {
    Op op = Op::constant;
    std::uint32_t a = 0, b = 0, c = 0;
  };
  enum class Leaf : std::uint8_t { real, positive, truth };
  struct FreeLeaf {
    std::uint32_t place = 0;
    Leaf kind = Leaf::real;
  };
  enum class Choice : std::uint8_t { own, first, second };
  enum class Comparison : std::uint8_t { agrees, differs, unknown };

  bool add(const SolvableSystem& system, ParameterNumbers& numbers, Expr root) {
    const Pool& pool = system.flat.pool;
    std::vector<Expr> open{root};
    while (!open.empty()) {
      const Expr at = open.back();
      if (places_.contains(at)) {
        open.pop_back();
        continue;
      }
      if (operations_.size() >= mostOperations) return false;
      const Op op = pool.op(at);
      if (symbolic::isLeaf(op) || op == Op::element) {
        if (!addLeaf(system, numbers, at)) return false;
        open.pop_back();
        continue;
      }
      if (!isKnown(op)) return false;
      bool isReady = true;
      for (const Expr operand : pool.operands(at))
        if (operand != Expr::none && !places_.contains(operand)) open.push_back(operand), isReady = false;
      if (!isReady) continue;
      open.pop_back();
      const auto [a, b, c] = pool.operands(at);
      const auto placeOf = [&](Expr e) { return e == Expr::none ? 0 : places_.at(e); };
      put(at, {op, placeOf(a), placeOf(b), placeOf(c)}, 0.0);
    }
    return true;
  }

  /// Roundings turn where nothing here looks; the others do not occur in sorted equations, or are no functions of numbers.
  static bool isKnown(Op op) {
    switch (op) {
      case Op::floor:
      case Op::ceil:
      case Op::div:
      case Op::mod:
      case Op::rem:
      case Op::homotopy:
      case Op::sample:
      case Op::delay:
      case Op::call:
      case Op::indexed: return false;
      default: return true;
    }
  }

  bool addLeaf(const SolvableSystem& system, ParameterNumbers& numbers, Expr at) {
    const Pool& pool = system.flat.pool;
    const auto putFree = [&](Leaf kind) {
      free_.push_back({static_cast<std::uint32_t>(operations_.size()), kind});
      put(at, {}, 0.0);
      return true;
    };
    switch (pool.op(at)) {
      case Op::constant: put(at, {}, pool.value(at)); return true;
      case Op::boolean: put(at, {}, pool[at].a); return true;
      case Op::time: return putFree(Leaf::positive);
      case Op::mode: return putFree(Leaf::truth);
      case Op::element: return !symbolic::Walker(pool).contains(pool.operands(at)[0], turning_) && putFree(Leaf::real);
      case Op::variable: break;
      default: return false;
    }
    const VariableId id = pool.variable(at);
    if (const Role role = system[id].role; role == Role::parameter || role == Role::computed) {
      const auto number = numbers(at);
      if (!number || !std::isfinite(*number)) return false;
      put(at, {}, *number);
      return true;
    }
    const bool isMade = symbolic::index(id) >= system.flat.variables.size();
    switch (isMade ? model::Type::real : system.flat[id].type) {
      case model::Type::real: return putFree(Leaf::real);
      case model::Type::boolean: return putFree(Leaf::truth);
      default: return false;
    }
  }

  void put(Expr e, Operation operation, double value) {
    places_.emplace(e, static_cast<std::uint32_t>(operations_.size()));
    operations_.push_back(operation);
    values_.push_back(value);
  }

  void finish() {
    turningPlace_ = places_.at(turning_);
    sizes_.resize(size()), choices_.assign(size(), Choice::own);
    root_ = static_cast<std::uint32_t>(size()) - 1;
    isFree_.assign(size(), false);
    for (const FreeLeaf& leaf : free_) isFree_[leaf.place] = true;
    for (std::uint32_t i = 0; i < size(); ++i) {
      const Op op = operations_[i].op;
      const double magnitude = std::fabs(values_[i]);
      if (op == Op::constant && !isFree_[i] && magnitude > 0.0) magnitudes_.push_back(magnitude);
      if (decides(op) && i != turningPlace_) deciding_.push_back(i);
    }
    findLeavesOfSurface();
  }

  void findLeavesOfSurface() {
    const std::vector<bool> marks = below(turningPlace_);
    for (const FreeLeaf& leaf : free_)
      if (marks[leaf.place] && leaf.kind != Leaf::truth) solvedFor_.push_back(leaf.place);
  }

  [[nodiscard]] std::vector<bool> below(std::uint32_t top) const {
    std::vector<bool> marks(size(), false);
    marks[top] = true;
    for (std::uint32_t i = top + 1; i-- > 0;) {
      if (!marks[i]) continue;
      const Operation& at = operations_[i];
      const int count = symbolic::operandCount(at.op);
      if (count > 0) marks[at.a] = true;
      if (count > 1) marks[at.b] = true;
      if (count > 2) marks[at.c] = true;
    }
    return marks;
  }

  /// At so many points.
  bool agreeAt(int wanted, std::mt19937_64& random, std::size_t& work) {
    int points = 0;
    for (int trial = 0; trial < mostTrialsPerPoint * wanted && points < wanted; ++trial) {
      const Comparison result = compare(random, work);
      if (result == Comparison::differs) return false;
      if (result == Comparison::agrees) ++points;
    }
    return points == wanted;
  }

  /// In all combinations of the ways in which what is undetermined may go. Where there is no value in one of them, a root of what
  /// is negative say, there is nothing to compare.
  bool agreeOnAllPieces(std::mt19937_64& random, std::size_t& work) {
    comparisons_ = 1;
    for (turned_ = 0; turned_ < std::size_t{1} << comparisons_; ++turned_) {
      int points = 0;
      for (int trial = 0; trial < mostTrialsPerPoint * pointsPerPiece && points < pointsPerPiece; ++trial) {
        const Comparison result = compare(random, work);
        if (result == Comparison::differs || comparisons_ > mostUndetermined) return false;
        if (result == Comparison::agrees) ++points;
      }
    }
    return true;
  }

  // ------------------------------------------------------------------------------------------------------------ bounds

  struct Range {
    double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
  };

  /// What operations cannot leave, whatever the leaves are: a non-negative number never turns below -100.
  [[nodiscard]] bool neverTurns() const {
    std::vector<Range> ranges(turningPlace_);
    for (std::uint32_t i = 0; i < turningPlace_; ++i) ranges[i] = rangeOf(i, ranges);
    const Operation& at = operations_[turningPlace_];
    const Range a = ranges[at.a], b = at.op == Op::sign ? Range{0.0, 0.0} : ranges[at.b];
    return a.least > b.most || a.most < b.least;
  }

  [[nodiscard]] Range rangeOf(std::uint32_t place, const std::vector<Range>& ranges) const {
    const Operation& at = operations_[place];
    const Range a = ranges[at.a], b = ranges[at.b], c = ranges[at.c];
    switch (at.op) {
      case Op::constant: return isFree_[place] ? Range{} : Range{values_[place], values_[place]};
      case Op::negate: return {-a.most, -a.least};
      case Op::noEvent: return a;
      case Op::abs: return {std::max({0.0, a.least, -a.most}), std::max(std::fabs(a.least), std::fabs(a.most))};
      case Op::sqrt: return {std::sqrt(std::max(a.least, 0.0)), std::sqrt(std::max(a.most, 0.0))};
      case Op::exp: return {0.0};
      case Op::sin:
      case Op::cos:
      case Op::tanh: return {-1.0, 1.0};
      case Op::min: return {std::min(a.least, b.least), std::min(a.most, b.most)};
      case Op::max: return {std::max(a.least, b.least), std::max(a.most, b.most)};
      case Op::add: return {a.least + b.least, a.most + b.most};
      case Op::subtract: return {a.least - b.most, a.most - b.least};
      case Op::multiply: return at.a == at.b ? Range{0.0} : Range{};
      case Op::conditional: return {std::min(b.least, c.least), std::max(b.most, c.most)};
      default: return {};
    }
  }

  // ------------------------------------------------------------------------------------------------------- evaluation

  /// Up to this place.
  void evaluate(std::uint32_t last) {
    for (std::uint32_t i = 0; i <= last; ++i) {
      const Operation& at = operations_[i];
      if (symbolic::operandCount(at.op) == 0) continue;
      if (choices_[i] != Choice::own)
        values_[i] = chosen(at, choices_[i] == Choice::first);
      else
        values_[i] = symbolic::apply(at.op, values_[at.a], values_[at.b], values_[at.c]);
    }
  }
  [[nodiscard]] double chosen(const Operation& at, bool first) const {
    if (at.op == Op::min || at.op == Op::max) return values_[first ? at.a : at.b];
    if (at.op == Op::abs) return first ? values_[at.a] : -values_[at.a];
    return first ? 1.0 : at.op == Op::sign ? -1.0 : 0.0;
  }
  /// Left minus right of a relation, of min() and of max(); what sign() and abs() are of.
  [[nodiscard]] double difference(std::uint32_t place) const {
    const Operation& at = operations_[place];
    return symbolic::isUnary(at.op) ? values_[at.a] : values_[at.a] - values_[at.b];
  }
  [[nodiscard]] double sizeOfDifference(std::uint32_t place) const {
    const Operation& at = operations_[place];
    return symbolic::isUnary(at.op) ? sizes_[at.a] : sizes_[at.a] + sizes_[at.b];
  }

  /// How large the terms are that a value was made of: rounding is in proportion to them.
  void measure(std::uint32_t last) {
    for (std::uint32_t i = 0; i <= last; ++i) {
      const Operation& at = operations_[i];
      const double value = std::fabs(values_[i]);
      const double a = sizes_[at.a], b = sizes_[at.b];
      switch (at.op) {
        case Op::negate:
        case Op::noEvent:
        case Op::abs: sizes_[i] = a; break;
        case Op::add:
        case Op::subtract: sizes_[i] = a + b; break;
        case Op::multiply: sizes_[i] = a * b; break;
        case Op::divide: sizes_[i] = a * b / (values_[at.b] * values_[at.b]); break;
        case Op::power: sizes_[i] = values_[at.b] > 0.0 ? std::pow(a, values_[at.b]) : value; break;
        case Op::sqrt: sizes_[i] = std::sqrt(a); break;
        case Op::log: sizes_[i] = std::max(value, a / std::fabs(values_[at.a])); break;
        case Op::sin:
        case Op::cos: sizes_[i] = std::max(value, a); break;
        case Op::min:
        case Op::max: sizes_[i] = std::max(a, b); break;
        case Op::conditional: sizes_[i] = sizes_[values_[at.a] != 0.0 ? at.b : at.c]; break;
        default:
          // Of other functions: as of exp, whose relative error is the error of what it is of.
          sizes_[i] = symbolic::isUnary(at.op) ? std::max(value, value * a) : value;
      }
    }
  }

  // --------------------------------------------------------------------------------------------------------- points

  static double share(std::mt19937_64& random) {
    constexpr int bitsBeyondPrecision = 11;
    return std::ldexp(static_cast<double>(random() >> bitsBeyondPrecision), -53);
  }

  /// A constant of the expression, zero or one; something around such a constant; or of any size.
  double drawn(Leaf kind, std::mt19937_64& random) const {
    if (kind == Leaf::truth) return (random() & 1u) != 0 ? 1.0 : 0.0;
    constexpr double special = 0.2, aroundConstants = 0.55, ofUsualSize = 0.8;
    // Decimal powers. Pieces far away are reached by turning what leads there: what is large there would only hide what is small.
    constexpr double usual = 3.0, widest = 12.0;
    const double what = share(random), within = share(random);
    const std::size_t which = random() % (magnitudes_.size() + 2);
    const double constant = which < magnitudes_.size() ? magnitudes_[which] : static_cast<double>(which % 2);
    double size =
        std::pow(10.0, (2.0 * within - 1.0) * (what < ofUsualSize || !undetermined_.empty() ? usual : widest));
    if (what < special)
      size = constant;
    else if (what < aroundConstants && constant > 0.0)
      size = constant * (0.3 + 2.7 * within);
    return kind == Leaf::real && (random() & 1u) != 0 ? -size : size;
  }

  /// Moves the point onto the surface, exactly or to rounding.
  bool moveToSurface(std::mt19937_64& random, std::size_t& work) {
    const Operation& at = operations_[turningPlace_];
    const auto isLeafBeside = [&](std::uint32_t leaf, std::uint32_t other) {
      return std::ranges::find(solvedFor_, leaf) != solvedFor_.end() && !below(other)[leaf];
    };
    if (at.op == Op::sign && std::ranges::find(solvedFor_, at.a) != solvedFor_.end()) {
      values_[moved_ = at.a] = 0.0;
      return true;
    }
    if (at.op != Op::sign && isLeafBeside(at.a, at.b)) {
      evaluate(at.b);
      values_[moved_ = at.a] = values_[at.b];
      return true;
    }
    if (at.op != Op::sign && isLeafBeside(at.b, at.a)) {
      evaluate(at.a);
      values_[moved_ = at.b] = values_[at.a];
      return true;
    }
    if (solvedFor_.empty()) return false;
    return solveFor(solvedFor_[random() % solvedFor_.size()], random, work);
  }

  /// Along one leaf: at zero, where a line through two points of it leads, or between two values on different sides.
  bool solveFor(std::uint32_t leaf, std::mt19937_64& random, std::size_t& work) {
    constexpr int mostEnds = 12, mostHalvings = 200;
    const Leaf kind = std::ranges::find(free_, leaf, &FreeLeaf::place)->kind;
    moved_ = leaf;
    const auto at = [&](double x) {
      work += turningPlace_;
      values_[leaf] = x;
      evaluate(turningPlace_);
      return difference(turningPlace_);
    };
    double left = values_[leaf], atLeft = at(left);
    if (at(0.0) == 0.0) return true;
    double right = drawn(kind, random), atRight = at(right);
    if (const double line = left - atLeft * (right - left) / (atRight - atLeft);
        std::isfinite(line) && (kind == Leaf::real || line > 0.0) && isOnSurface(at(line)))
      return true;
    for (int k = 0; k < mostEnds && !(atLeft * atRight < 0.0); ++k) {
      if (!std::isfinite(atLeft)) left = right, atLeft = atRight;
      right = drawn(kind, random), atRight = at(right);
    }
    if (!(atLeft * atRight < 0.0)) return false;
    for (int k = 0; k < mostHalvings; ++k) {
      const double middle = left + (right - left) / 2;
      if (middle == left || middle == right) break;
      const double value = at(middle);
      if (!std::isfinite(value)) return false;
      if (value == 0.0) return true;
      (value * atLeft > 0.0 ? left : right) = middle;
    }
    values_[leaf] = std::fabs(at(left)) < std::fabs(at(right)) ? left : right;
    return true;
  }

  /// But for the last bits of what it is the difference of.
  [[nodiscard]] bool isOnSurface(double difference) {
    measure(turningPlace_);
    return std::fabs(difference) <= lastBits * sizeOfDifference(turningPlace_);
  }

  /// Both sides at a random point of the surface.
  Comparison compare(std::mt19937_64& random, std::size_t& work) {
    work += 4 * size();
    for (const FreeLeaf& leaf : free_) values_[leaf.place] = drawn(leaf.kind, random);
    for (const std::uint32_t place : undetermined_) choices_[place] = Choice::own;
    if (!moveToSurface(random, work)) return Comparison::unknown;
    evaluate(root_);
    measure(root_);
    if (undetermined_.empty())
      note();
    else
      turnUndetermined();
    const auto sides = sidesHere();
    if (!sides) return Comparison::differs;
    std::array<double, 2> value{}, size{};
    for (const std::size_t side : {0u, 1u}) {
      for (const auto& [place, choice] : (*sides)[side]) choices_[place] = choice;
      evaluate(root_);
      measure(root_);
      value[side] = values_[root_], size[side] = sizes_[root_];
    }
    for (const auto& [place, choice] : sides->front()) choices_[place] = Choice::own;
    if (!std::isfinite(value[0] + value[1]) || !std::isfinite(size[0] + size[1])) return Comparison::unknown;
    return std::fabs(value[1] - value[0]) <= rounding * std::max(size[0], size[1]) ? Comparison::agrees
                                                                                   : Comparison::differs;
  }

  using Side = std::vector<std::pair<std::uint32_t, Choice>>;

  /// Which way the relation goes on either side of the present point, and with it what else turns on the same surface,
  /// as in `if x <= 0 then 0 elseif x >= 0 then x`. Empty: that cannot be told.
  std::optional<std::array<Side, 2>> sidesHere() {
    std::array<Side, 2> sides{Side{{turningPlace_, Choice::first}}, Side{{turningPlace_, Choice::second}}};
    std::vector<std::uint32_t> others;
    std::ranges::copy_if(deciding_, std::back_inserter(others), [&](std::uint32_t i) { return turnsHere(i); });
    if (others.empty()) return sides;
    constexpr double beside = 1e-6;
    const double at = values_[moved_];
    const double least = magnitudes_.empty() ? 1.0 : *std::ranges::min_element(magnitudes_);
    const double distance = beside * (at == 0.0 ? least : std::fabs(at));
    std::array<bool, 2> isMet{};
    for (const double way : {-distance, distance}) {
      values_[moved_] = at + way;
      evaluate(root_);
      const bool isFirst = goesFirst(turningPlace_);
      isMet[isFirst ? 0 : 1] = true;
      for (const std::uint32_t i : others)
        sides[isFirst ? 0 : 1].emplace_back(i, goesFirst(i) ? Choice::first : Choice::second);
    }
    values_[moved_] = at;
    return isMet[0] && isMet[1] ? std::optional(sides) : std::nullopt;
  }

  /// But for what has the same value on both sides, and what is made to go one way.
  [[nodiscard]] bool turnsHere(std::uint32_t place) const {
    const Operation& at = operations_[place];
    if (decidesContinuously(at.op) || choices_[place] != Choice::own) return false;
    return std::fabs(difference(place)) <= undecided * sizeOfDifference(place);
  }

  [[nodiscard]] bool goesFirst(std::uint32_t place) const {
    const Operation& at = operations_[place];
    switch (at.op) {
      case Op::abs: return values_[at.a] >= 0.0;
      case Op::min: return values_[at.a] <= values_[at.b];
      case Op::max: return values_[at.a] >= values_[at.b];
      default: return values_[place] > 0.0;
    }
  }

  /// Makes what is undetermined go the other way, as turned_ says. Where the same is compared, as in max(a*x, b) and max(a*c, b)
  /// where x is c, it goes the same way.
  void turnUndetermined() {
    std::vector<double> compared;
    for (const std::uint32_t i : undetermined_) {
      const double value = std::fabs(difference(i)), same = lastBits * sizeOfDifference(i);
      auto known = std::ranges::find_if(compared, [&](double of) { return std::fabs(of - value) <= same; });
      if (known == compared.end()) known = compared.insert(compared.end(), value);
      const bool isTurned = (turned_ >> (known - compared.begin()) & 1u) != 0;
      choices_[i] = goesFirst(i) != isTurned ? Choice::first : Choice::second;
    }
    comparisons_ = std::max(comparisons_, compared.size());
    evaluate(root_);
    measure(root_);
  }

  /// The values that the surface allows what decides to compare.
  void note() {
    for (const std::uint32_t i : deciding_) {
      std::vector<double>& values = met_[i];
      if (values.size() > mostDetermined) continue;
      const double value = difference(i), same = lastBits * sizeOfDifference(i);
      if (std::ranges::none_of(values, [&](double known) { return std::fabs(known - value) <= same; }))
        values.push_back(value);
    }
  }

  /// What the surface leaves open: where dp is known to be c, dp < -c is decided, and p > 3 is not.
  void findUndetermined() {
    for (const auto& [place, values] : met_)
      if (values.size() > mostDetermined) undetermined_.push_back(place);
    std::ranges::sort(undetermined_);
  }

  Expr turning_ = Expr::none;
  std::unordered_map<Expr, std::uint32_t> places_;
  std::vector<Operation> operations_;
  std::vector<double> values_, sizes_;
  std::vector<FreeLeaf> free_;
  std::vector<double> magnitudes_;        // of constants
  std::vector<std::uint32_t> deciding_;   // but for the relation that turns
  std::vector<std::uint32_t> solvedFor_;  // leaves that the surface depends on
  std::vector<bool> isFree_;
  std::vector<Choice> choices_;                                 // by place
  std::vector<std::uint32_t> undetermined_;                     // what the surface does not determine
  std::size_t comparisons_ = 0;                                 // different ones among it
  std::size_t turned_ = 0;                                      // which of them are turned, bit by bit
  std::unordered_map<std::uint32_t, std::vector<double>> met_;  // by place of what decides
  std::uint32_t moved_ = 0;                                     // the leaf by which a point came onto the surface
  std::uint32_t turningPlace_ = 0, root_ = 0;
};

}  // namespace

bool Continuity::holds(Expr root, Expr turning) {
  if (!isTurning(system_.flat.pool.op(turning)) || work_ > mostWork) return false;
  auto tape = Tape::of(system_, numbers_, root, turning);
  constexpr std::size_t workOfWriting = 10;
  work_ += workOfWriting * (tape ? tape->size() : mostOperations);
  if (!tape) return false;
  const auto [known, isNew] = known_.try_emplace(tape->shape());
  if (isNew) known->second = tape->agrees(random_, work_);
  if (!known->second) return false;
  for (const VariableId id : numbers_.sources(root))
    if (system_[id].role == Role::parameter) parameters_.insert(id);
  return true;
}

std::vector<ParameterNumber> Continuity::restOn() {
  std::vector<ParameterNumber> numbers;
  for (const VariableId id : parameters_)
    if (const auto value = numbers_(system_.flat.pool.find(id))) numbers.push_back({id, *value});
  return numbers;
}

}  // namespace dashpot::equations
