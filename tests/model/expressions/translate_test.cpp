// Expressions, functions and algorithms alone: names are answered by a table instead of an instance tree.
#include "model/equations/algorithms.hpp"
#include "model/equations/when_targets.hpp"
#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "symbolic/evaluate.hpp"
#include "symbolic/print.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace dashpot::model {
namespace {

using symbolic::Op;

/// The text holds functions and one model `M` whose equations and algorithms are translated. Known names: Real x, y;
/// Real v[3]; Real A[2, 3]; parameter Integer n = 2; discrete Real d; Boolean b (discrete); Real r.re, r.im.
class Toy : public Names {
 public:
  FunctionClass predefinedFunction(std::string_view) override { return {}; }
  std::string instanceName(const Scope&) override { return "M"; }
  const std::vector<FunctionClass>& operatorFunctions(Layout&, std::string_view) override { return noFunctions; }
  bool knowsTime(const Scope&) override { return true; }
  ScalarType clockType() override { return {Type::enumeration, 1000}; }
  std::optional<std::string> resource(std::string_view) override { return std::nullopt; }
  std::optional<std::int32_t> connectionCount(const ScopedExpression&) override { return 0; }
  std::optional<bool> isRoot(const ScopedExpression&) override { return false; }
  std::optional<bool> isRooted(const ScopedExpression&) override { return false; }
  std::optional<PathId> blockNamed(const ScopedExpression&) override { return std::nullopt; }
  PathId pathOf(const Scope&) override { return PathId::root; }
  std::optional<VariableId> inflow(VariableId) override { return std::nullopt; }
  std::optional<VariableId> carrier(VariableId) override { return std::nullopt; }

  explicit Toy(const std::string& text) {
    tree = syntax::parse(sources.add("test.mo", text), sources, symbols, diagnostics);
    real("x", {}), real("y", {}), real("v", {3}), real("A", {2, 3});
    Value n = real("n", {});
    model.variables.back().type = Type::integer;
    model.variables.back().variability = Variability::parameter;
    n.type = {Type::integer}, n.variability = Variability::parameter;
    known["n"] = n;
    known["d"].variability = Variability::discrete;
    real("d", {});
    model.variables.back().variability = Variability::discrete;
    real("b", {});
    model.variables.back().type = Type::boolean, model.variables.back().variability = Variability::discrete;
    known["b"].type = {Type::boolean}, known["b"].variability = Variability::discrete;
    auto fields = std::make_shared<RecordFields>();
    fields->typeName = "C";
    fields->fields = {{symbols.intern("re"), real("re", {})}, {symbols.intern("im"), real("im", {})}};
    known["r"] = Value{.variability = Variability::continuous, .record = fields};
  }

  std::optional<Value> value(const ScopedExpression& reference, References& with) override {
    const syntax::Expression& node = (*reference.tree)[reference.expression];
    const syntax::Part& part = (*reference.tree)[reference.tree->at(node.parts, 0)];
    const auto found = known.find(std::string(symbols.text(part.name)));
    if (found == known.end()) {
      diagnostics.error("unknown-name", reference.where(), "unknown");
      return std::nullopt;
    }
    if (part.subscripts.empty()) return found->second;
    const auto chosen = with.subscripts(reference, part, {found->second.dimensions, {}});
    return chosen ? std::optional(subscripted(model.pool, found->second, *chosen)) : std::nullopt;
  }

  std::optional<Dimensions> sizesSoFar(const ScopedExpression&) override { return std::nullopt; }
  std::optional<ArrayShape> shape(const ScopedExpression&, std::size_t) override { return std::nullopt; }
  std::optional<Callee> callee(const ScopedExpression& reference) override {
    const std::string name(sources.text(reference.where()));
    for (const syntax::ClassId id : tree.items(tree.classes))
      if (symbols.text(tree[id].name) == name) return describeFunction(id);
    return std::nullopt;
  }

  std::vector<std::string_view> callables(const Scope&) override { return {"double"}; }
  std::optional<Expr> declaredValue(VariableId variable, SourceRange at) override {
    return structuralValue(variable, at);
  }
  std::optional<Expr> structuralValue(VariableId id, SourceRange) override {
    return model.nameOf(id) == "n" ? std::optional(model.pool.constant(2.0)) : std::nullopt;
  }

  Value real(const std::string& name, const Dimensions& dimensions) {
    Value value{.type = {Type::real}, .variability = Variability::continuous, .dimensions = dimensions};
    for (std::size_t i = 0; i < count(dimensions); ++i) {
      value.scalars.push_back(model.pool.variable(static_cast<VariableId>(model.variables.size())));
      const std::string text = dimensions.empty() ? name : fmt::format("{}{}", name, i + 1);
      model.variables.push_back({.name = model.paths.fromText(text)});
    }
    known[name] = value;
    return value;
  }

  Callee describeFunction(syntax::ClassId id) {
    Callee result;
    result.function.key = static_cast<std::uint64_t>(id);
    result.function.name = symbols.text(tree[id].name);
    for (const syntax::ElementId element : tree.items(tree[id].elements)) {
      const syntax::Component& component = tree[tree[element].component];
      ComponentDescription description{.name = component.name, .causality = component.causality};
      description.type.name = sources.text(tree.range(tree[component.type].span));
      if (description.type.name == "Integer") description.type.scalar = {Type::integer};
      if (description.type.name == "Boolean") description.type.scalar = {Type::boolean};
      for (const syntax::ExpressionId size : tree.items(component.subscripts))
        description.dimensions.push_back({&tree, size, {}});
      if (component.modification.value != syntax::ExpressionId::none)
        description.binding = ScopedExpression{&tree, component.modification.value, {}};
      result.function.components.push_back(std::move(description));
    }
    for (const syntax::SectionId section : tree.items(tree[id].sections))
      result.function.algorithms.push_back({&tree, tree[section].statements, {}});
    return result;
  }

  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  FlatModel model;
  syntax::Tree tree;
  std::map<std::string, Value> known;
  std::vector<FunctionClass> noFunctions;
};

/// What the right side of the first equation of M translates to: "[2, 2] 1 2 3 4".
class Translated {
 public:
  explicit Translated(const std::string& expression, const std::string& functions = "")
      : toy(functions + "\nmodel M\nequation\n  0 = " + expression + ";\nend M;\n"), translator(toy, toy) {}

  std::string text() {
    const auto value = run();
    if (!value) return render(toy.diagnostics, toy.sources);
    std::string result = value->dimensions.empty() ? "" : fmt::format("[{}]", fmt::join(value->dimensions, ", "));
    std::vector<Expr> scalars;
    appendScalars(*value, scalars);
    for (const Expr e : scalars) result += (result.empty() ? "" : " ") + print(e);
    for (const Message& message : value->texts)
      for (const auto& piece : message.pieces)
        result += std::holds_alternative<std::string>(piece) ? std::get<std::string>(piece)
                                                             : '<' + print(std::get<Shown>(piece).value) + '>';
    return result;
  }

  std::optional<Value> run() {
    for (const syntax::ClassId id : toy.tree.items(toy.tree.classes)) {
      if (toy.symbols.text(toy.tree[id].name) != "M") continue;
      const syntax::Section& section = toy.tree[toy.tree.at(toy.tree[id].sections, 0)];
      const syntax::Statement& statement = toy.tree[toy.tree.at(section.statements, 0)];
      return translator.it.expressions.translate({&toy.tree, toy.tree.at(statement.expressions, 1), {}});
    }
    return std::nullopt;
  }

  std::string print(Expr e) {
    if (toy.model.pool.op(e) == Op::element) {
      const Expr call = toy.model.pool.operands(e)[0];
      std::string arguments;
      for (const Expr argument : toy.model.pool.arguments(call))
        arguments += (arguments.empty() ? "" : ", ") + print(argument);
      return fmt::format("{}({})#{}", toy.model.functions[index(toy.model.pool.function(call))].name, arguments,
                         toy.model.pool[e].b);
    }
    return symbolic::print(toy.model.pool, e, [this](VariableId id) { return toy.model.nameOf(id); });
  }

  Toy toy;
  struct Holder {
    Holder(Toy& toy, Names& names) : it(toy.model, names, toy.sources, toy.symbols, toy.diagnostics) {}
    Translator it;
  } translator;
};

std::string translated(const std::string& expression, const std::string& functions = "") {
  return Translated(expression, functions).text();
}

TEST(Translate, ArraysAreTakenApartByRows) {
  EXPECT_EQ(translated("{1, 2, 3}"), "[3] 1 2 3");
  EXPECT_EQ(translated("{{1, 2}, {3, 4}}"), "[2, 2] 1 2 3 4");
  EXPECT_EQ(translated("[1, 2; 3, 4]"), "[2, 2] 1 2 3 4");
  EXPECT_EQ(translated("[v]"), "[3, 1] v1 v2 v3");
  EXPECT_EQ(translated("[1, x; A[:, 1:2]]"), "[3, 2] 1 x A1 A2 A4 A5");
}

TEST(Translate, RangesAndComprehensions) {
  EXPECT_EQ(translated("1:3"), "[3] 1 2 3");
  EXPECT_EQ(translated("5:-2:1"), "[3] 5 3 1");
  EXPECT_EQ(translated("0:0.1:0.3"), "[4] 0 0.1 0.2 0.30000000000000004");
  EXPECT_EQ(translated("3:1"), "[0]");
  EXPECT_EQ(translated("{i*i for i in 1:3}"), "[3] 1 4 9");
  // The last iterator is the slowest, so it makes the first dimension.
  EXPECT_EQ(translated("{10*i + j for i in 1:3, j in 1:2}"), "[2, 3] 11 21 31 12 22 32");
  EXPECT_EQ(translated("sum(i*x for i in 1:3)"), "x + 2 * x + 3 * x");
  EXPECT_EQ(translated("max(i for i in {3, 7, 5})"), "7");
  EXPECT_EQ(translated("product(v[i] for i in 1:n)"), "v1 * v2");
}

TEST(Translate, SubscriptsChooseElements) {
  EXPECT_EQ(translated("v[2]"), "v2");
  EXPECT_EQ(translated("v[end]"), "v3");
  EXPECT_EQ(translated("v[end - 1:end]"), "[2] v2 v3");
  EXPECT_EQ(translated("v[{3, 1}]"), "[2] v3 v1");
  EXPECT_EQ(translated("A[2, :]"), "[3] A4 A5 A6");
  EXPECT_EQ(translated("A[:, 2]"), "[2] A2 A5");
  EXPECT_EQ(translated("A[1]"), "[3] A1 A2 A3");
  EXPECT_EQ(translated("A[n, n]"), "A5");
  EXPECT_EQ(translated("v[integer(d)]"),
            "if noEvent(floor(d) == 1) then v1 elseif noEvent(floor(d) == 2) then v2 elseif noEvent(floor(d) == 3) "
            "then v3 else 0 / 0");
}

TEST(Translate, OperatorsFollowShapes) {
  EXPECT_EQ(translated("v + v"), "[3] v1 + v1 v2 + v2 v3 + v3");
  EXPECT_EQ(translated("2*v"), "[3] 2 * v1 2 * v2 2 * v3");
  EXPECT_EQ(translated("v*v"), "v1 * v1 + v2 * v2 + v3 * v3");
  EXPECT_EQ(translated("A*v"), "[2] A1 * v1 + A2 * v2 + A3 * v3 A4 * v1 + A5 * v2 + A6 * v3");
  EXPECT_EQ(translated("{x, y}*A"), "[3] x * A1 + y * A4 x * A2 + y * A5 x * A3 + y * A6");
  EXPECT_EQ(translated("v .* v"), "[3] v1 * v1 v2 * v2 v3 * v3");
  EXPECT_EQ(translated("v .+ 1"), "[3] v1 + 1 v2 + 1 v3 + 1");
  EXPECT_EQ(translated("v/2"), "[3] v1 / 2 v2 / 2 v3 / 2");
  EXPECT_EQ(translated("[x, 0; 0, y]^2"), "[2, 2] x * x + 0 x * 0 + 0 * y 0 * x + y * 0 0 + y * y");
  EXPECT_EQ(translated("-v"), "[3] -v1 -v2 -v3");
  EXPECT_EQ(translated("{true, false} and {true, true}"), "[2] true false");
}

TEST(Translate, ArrayFunctions) {
  EXPECT_EQ(translated("size(A)"), "[2] 2 3");
  EXPECT_EQ(translated("size(A, 2)"), "3");
  EXPECT_EQ(translated("ndims(A)"), "2");
  EXPECT_EQ(translated("transpose(A)"), "[3, 2] A1 A4 A2 A5 A3 A6");
  EXPECT_EQ(translated("zeros(2, 2)"), "[2, 2] 0 0 0 0");
  EXPECT_EQ(translated("fill(x, n)"), "[2] x x");
  EXPECT_EQ(translated("identity(2)"), "[2, 2] 1 0 0 1");
  EXPECT_EQ(translated("diagonal({x, y})"), "[2, 2] x 0 0 y");
  EXPECT_EQ(translated("linspace(0, 1, 3)"), "[3] 0 0.5 1");
  EXPECT_EQ(translated("cat(1, {1}, {2, 3})"), "[3] 1 2 3");
  EXPECT_EQ(translated("cat(2, A, A[:, 1:1])"), "[2, 4] A1 A2 A3 A1 A4 A5 A6 A4");
  EXPECT_EQ(translated("cross(v, {1, 0, 0})"), "[3] v2 * 0 - v3 * 0 v3 - v1 * 0 v1 * 0 - v2");
  EXPECT_EQ(translated("skew({1, 2, 3})"), "[3, 3] 0 -3 2 3 0 -1 -2 1 0");
  EXPECT_EQ(translated("outerProduct({x, y}, {1, 2})"), "[2, 2] x x * 2 y y * 2");
  EXPECT_EQ(translated("symmetric([1, 2; 3, 4])"), "[2, 2] 1 2 2 4");
  EXPECT_EQ(translated("sum(v)"), "v1 + v2 + v3");
  EXPECT_EQ(translated("min(v)"), "min(min(v1, v2), v3)");
  EXPECT_EQ(translated("max(x, 2)"), "max(x, 2)");
  EXPECT_EQ(translated("scalar({{x}})"), "x");
  EXPECT_EQ(translated("vector([x; y])"), "[2] x y");
  EXPECT_EQ(translated("matrix(v)"), "[3, 1] v1 v2 v3");
  EXPECT_EQ(translated("sum(zeros(0))"), "0");
  EXPECT_EQ(translated("sqrt({4, 9})"), "[2] 2 3");
}

TEST(Translate, OperatorsOfTheLanguage) {
  EXPECT_EQ(translated("der(x)"), "der(x)");
  EXPECT_EQ(translated("der(v)"), "[3] der(v1) der(v2) der(v3)");
  EXPECT_EQ(translated("der(x*y)"), "y * der(x) + x * der(y)");
  EXPECT_EQ(translated("der(2.0 * n)"), "0");
  EXPECT_EQ(translated("pre(d)"), "pre(d)");
  EXPECT_EQ(translated("edge(b)"), "b and not pre(b)");
  EXPECT_EQ(translated("change(d)"), "d <> pre(d)");
  EXPECT_EQ(translated("noEvent(if x > 0 then x else 0)"), "noEvent(if x > 0 then x else 0)");
  EXPECT_EQ(translated("smooth(1, abs(x))"), "noEvent(abs(x))");
  EXPECT_EQ(translated("smooth(0, abs(x))"), "abs(x)");
  EXPECT_EQ(translated("homotopy(actual = x, simplified = y)"), "homotopy(x, y)");
  EXPECT_EQ(translated("semiLinear(x, 1, y)"), "if x >= 0 then x else y * x");
  EXPECT_EQ(translated("delay(x, 0.5)"), "delay(x, 0.5, 0.5)");
  EXPECT_EQ(translated("sample(0, 0.1)"), "sample(0, 0.1)");
  EXPECT_EQ(translated("mod(-7, 3)"), "2");
  EXPECT_EQ(translated("rem(-7, 3)"), "-1");
  EXPECT_EQ(translated("div(-7, 2)"), "-3");
  EXPECT_EQ(translated("integer(-1.5)"), "-2");
  EXPECT_EQ(translated("\"x is \" + String(x) + \", n is \" + String(3)"), "x is <x>, n is 3");
}

TEST(Translate, ABranchNotTakenNeedNotMakeSense) {
  EXPECT_EQ(translated("if n > 5 then v[4] else v[1]"), "v1");
  EXPECT_EQ(translated("if true then x else \"text\""), "x");
  EXPECT_EQ(translated("if n > 1 then {x, y} else {x}"), "[2] x y");
}

constexpr const char* functions = R"(
function double
  input Real u; output Real w;
algorithm
  w := 2*u;
end double;
function clip
  input Real u; input Real low = 0; input Real high = low + 1; output Real w;
algorithm
  if u < low then w := low; elseif u > high then w := high; else w := u; end if;
end clip;
function mean
  input Real u[:]; output Real w; protected Real s = 0;
algorithm
  for i in 1:size(u, 1) loop s := s + u[i]; end for;
  w := s/size(u, 1);
end mean;
function factorial
  input Integer k; output Integer w;
algorithm
  w := if k <= 1 then 1 else k*factorial(k - 1);
end factorial;
function powers
  input Real u; input Integer k; output Real w[k];
algorithm
  w := {u^i for i in 1:k};
end powers;
function largest
  input Real u[:]; output Real w; output Integer at;
algorithm
  at := 1;
  for i in 2:size(u, 1) loop
    if u[i] > u[at] then at := i; end if;
  end for;
  w := u[at];
end largest;
function collatz
  input Integer k; output Integer steps; protected Integer m;
algorithm
  m := k; steps := 0;
  while m > 1 loop
    if mod(m, 2) == 0 then m := div(m, 2); else m := 3*m + 1; end if;
    steps := steps + 1;
  end while;
end collatz;
function swap
  input Real u[2]; output Real w[2];
algorithm
  w := u; w := {w[2], w[1]};
end swap;
)";

TEST(Functions, SmallOnesAreWrittenIntoTheExpression) {
  EXPECT_EQ(translated("double(x)", functions), "2 * x");
  EXPECT_EQ(translated("mean(v)", functions), "(0 + v1 + v2 + v3) / 3");
  EXPECT_EQ(translated("powers(x, n)", functions), "[2] x x * x");
  EXPECT_EQ(translated("swap({x, y})", functions), "[2] y x");
}

TEST(Functions, ConditionsInThemMakeNoEvents) {
  EXPECT_EQ(translated("clip(x)", functions), "if noEvent(x < 0) then 0 elseif noEvent(x > 1) then 1 else x");
}

TEST(Functions, DefaultsAndNamedArguments) {
  EXPECT_EQ(translated("clip(5)", functions), "1");
  EXPECT_EQ(translated("clip(u = 5, high = 3)", functions), "3");
  EXPECT_EQ(translated("clip(5, low = 2)", functions), "3");  // high = low + 1
}

TEST(Functions, OfScalarsWorkElementByElement) {
  EXPECT_EQ(translated("double(v)", functions), "[3] 2 * v1 2 * v2 2 * v3");
  EXPECT_EQ(translated("clip(v[1:2], 0, {3, 4})", functions).substr(0, 3), "[2]");
}

TEST(Functions, AreEvaluatedWhereEverythingIsKnown) {
  EXPECT_EQ(translated("factorial(5)", functions), "120");
  EXPECT_EQ(translated("collatz(27)", functions), "111");  // a well-known value
  EXPECT_EQ(translated("largest({3, 9, 4})", functions), "9");
}

TEST(Functions, OthersAreCalledAndKeepTheirLoops) {
  EXPECT_EQ(translated("factorial(integer(d))", functions), "factorial(floor(d))#0");
  EXPECT_EQ(translated("collatz(integer(d))", functions), "collatz(floor(d))#0");
  Translated largest("largest(v)", functions);
  EXPECT_EQ(largest.text(), "largest(v1, v2, v3)#0");
  const auto& made = largest.toy.model.functions;
  for (const symbolic::Function& function : made)
    EXPECT_THAT(symbolic::violations(function, made.size()), ::testing::IsEmpty());
  const std::vector<double> numbers{2.0, 7.0, 5.0};
  const auto results = symbolic::Evaluator(made).call(symbolic::FunctionId{0}, numbers);
  ASSERT_TRUE(results);
  EXPECT_THAT(*results, ::testing::ElementsAre(7.0, 2.0));
}

TEST(Functions, ProblemsAreReported) {
  EXPECT_THAT(translated("double()", functions), ::testing::HasSubstr("the input 'u' of 'double' is not given"));
  EXPECT_THAT(translated("double(x, y)", functions), ::testing::HasSubstr("'double' has 1 input, but 2 arguments"));
  EXPECT_THAT(translated("double(true)", functions),
              ::testing::HasSubstr("the input 'u' of 'double' must be a number, but this is a truth value"));
  EXPECT_THAT(translated("mean(x)", functions), ::testing::HasSubstr("must have 1 dimension, but this is a number"));
  EXPECT_THAT(translated("swap(v)", functions), ::testing::HasSubstr("must be an array [2], but this is an array [3]"));
  EXPECT_THAT(translated("clip(x, hihg = 2)", functions), ::testing::HasSubstr("did you mean 'high'?"));
  EXPECT_THAT(translated("duoble(x)", functions), ::testing::HasSubstr("did you mean 'double'?"));
}

TEST(Translate, ProblemsAreReported) {
  EXPECT_THAT(translated("v + A"), ::testing::HasSubstr("'+' cannot combine [3] and [2, 3]"));
  EXPECT_THAT(translated("v[4]"), ::testing::HasSubstr("subscript 1 of 'v' is 4, but it must be 1 to 3"));
  EXPECT_THAT(translated("v[1, 2]"), ::testing::HasSubstr("'v' has 1 dimension, but 2 subscripts are given"));
  EXPECT_THAT(translated("x[1]"), ::testing::HasSubstr("'x' is not an array"));
  EXPECT_THAT(translated("v[1.5]"), ::testing::HasSubstr("a subscript must be an Integer, but this is a Real"));
  EXPECT_THAT(translated("x + true"), ::testing::HasSubstr("'+' needs a number, but this is a truth value"));
  EXPECT_THAT(translated("not x"), ::testing::HasSubstr("'not' needs a truth value, but this is a number"));
  EXPECT_THAT(translated("{x, true}"), ::testing::HasSubstr("the elements of an array must be alike"));
  EXPECT_THAT(translated("[1, 2; 3]"), ::testing::HasSubstr("cannot join"));
  EXPECT_THAT(translated("zeros(1000000, 1000000)"), ::testing::HasSubstr("more than 20 million elements"));
  EXPECT_THAT(translated("1:1e9"), ::testing::HasSubstr("longer than 20 million"));
  EXPECT_THAT(translated("fill(1, integer(d))"), ::testing::HasSubstr("must be known before the model runs"));
  EXPECT_THAT(translated("inStream(x)"), ::testing::HasSubstr("inStream needs a stream variable of a connector"));
  EXPECT_THAT(translated("pre(x)"), ::testing::HasSubstr("'x' varies continuously"));
  EXPECT_THAT(translated("der(d)"), ::testing::HasSubstr("changes at events only"));
}

/// The equations an algorithm section of M becomes.
std::string algorithm(const std::string& statements, const std::string& functionText = "") {
  Toy toy(functionText + "\nmodel M\nalgorithm\n" + statements + "\nend M;\n");
  Translator translator(toy.model, toy, toy.sources, toy.symbols, toy.diagnostics);
  for (const syntax::ClassId id : toy.tree.items(toy.tree.classes)) {
    if (toy.symbols.text(toy.tree[id].name) != "M") continue;
    const syntax::Section& section = toy.tree[toy.tree.at(toy.tree[id].sections, 0)];
    WhenTargets(translator).mark({&toy.tree, section.statements, {}});
    translateAlgorithm(translator, {&toy.tree, section.statements, {}}, false, {});
  }
  if (toy.diagnostics.hasErrors()) return render(toy.diagnostics, toy.sources);
  std::string text;
  const auto name = [&](VariableId id) { return toy.model.nameOf(id); };
  for (const Equation& equation : toy.model.equations)
    text += symbolic::print(toy.model.pool, equation.left, name) + " = " +
            symbolic::print(toy.model.pool, equation.right, name) + "\n";
  for (const WhenClause& clause : toy.model.whenClauses)
    for (const WhenBranch& branch : clause.branches) {
      text += &branch == &clause.branches.front() ? "when" : "elsewhen";
      for (const Expr condition : branch.conditions) text += ' ' + symbolic::print(toy.model.pool, condition, name);
      for (const Action& action : branch.actions)
        text += fmt::format(": {} = {}", name(action.target), symbolic::print(toy.model.pool, action.value, name));
      text += '\n';
    }
  for (const Assertion& assertion : toy.model.assertions)
    text += "assert " + symbolic::print(toy.model.pool, assertion.condition, name) + "\n";
  return text;
}

TEST(Algorithm, ValuesAreFollowedThroughTheStatements) {
  EXPECT_EQ(algorithm("x := 1; x := x + y; x := 2*x;"), "x = 2 * (1 + y)\n");
  EXPECT_EQ(algorithm("v[1] := 1; for i in 2:3 loop v[i] := v[i - 1] + y; end for;"),
            "v1 = 1\nv2 = 1 + y\nv3 = 1 + y + y\n");
}

TEST(Algorithm, BranchesBecomeConditionalExpressions) {
  EXPECT_EQ(algorithm("x := 0; if y > 1 then x := 1; elseif y > 0 then x := 2; end if;"),
            "x = if y > 1 then 1 elseif y > 0 then 2 else 0\n");
}

TEST(Algorithm, WhatIsReadFirstIsTheValueBefore) {
  EXPECT_EQ(algorithm("d := d + 1;"), "d = pre(d) + 1\n");
  EXPECT_EQ(algorithm("if y > 0 then x := 1; end if;"), "x = if y > 0 then 1 else 0\n");  // its start value
}

TEST(Algorithm, WhenStatementsBecomeWhenClauses) {
  EXPECT_EQ(algorithm("when b then d := y; end when;"), "when b: d = y\n");
  EXPECT_EQ(algorithm("when y > 1 then x := pre(x) + 1; d := x; end when;"),
            "$when16 = y > 1\nwhen $when16: x = pre(x) + 1: d = pre(x) + 1\n");
  EXPECT_EQ(algorithm("when {initial(), b} then d := y; elsewhen y > 1 then d := 2; end when;"),
            "$when16 = y > 1\nwhen initial() b: d = y\nelsewhen $when16: d = 2\n");
}

TEST(Algorithm, WhatAWhenStatementChangesOnlyForTheMomentIsAnEquation) {
  EXPECT_EQ(algorithm("d := 0; when b then d := 1; end when;"),
            "d = if not initial() and (b and not pre(b)) then 1 else 0\n");
}

TEST(Algorithm, TheLastWhenStatementWins) {
  EXPECT_EQ(algorithm("when b then d := 1; end when; when initial() then d := 2; end when;"),
            "when initial(): d = 2\nelsewhen b: d = 1\n");
  EXPECT_EQ(
      algorithm("when b then d := y; end when; when initial() then d := d + 1; end when;"),
      "when initial(): d = (if not initial() and (b and not pre(b)) then y else pre(d)) + 1\nelsewhen b: d = y\n");
}

TEST(Algorithm, ResultsAreAllReadBeforeAnyIsAssigned) {
  EXPECT_EQ(algorithm("(x, y) := two(x, y);",
                      "function two input Real a; input Real b; output Real c = b; output Real d = a; "
                      "algorithm end two;"),
            "x = 0\ny = 0\n");  // both start from zero
  EXPECT_EQ(algorithm("x := 1; y := 2; (x, y) := two(x, y);",
                      "function two input Real a; input Real b; output Real c = b; output Real d = a; "
                      "algorithm end two;"),
            "x = 2\ny = 1\n");
}

TEST(Algorithm, AssertionsHoldWhereTheyStand) {
  EXPECT_EQ(algorithm("if y > 0 then assert(x > 1, \"too small\"); end if;"), "assert not y > 0 or x > 1\n");
}

}  // namespace
}  // namespace dashpot::model
