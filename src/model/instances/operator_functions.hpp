// model/instances/operator_functions.hpp
//
// The functions by which an operator record says what operators mean for it (Modelica 3.6, chapter 14). Each operator
// is a function of its own, `operator function '+'`, or a collection of them, `operator '-'`.
#pragma once

#include "model/instances/instance_tree.hpp"
#include "model/instances/names.hpp"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dashpot::model {

class Callables;
class Lookup;

class OperatorFunctions {
 public:
  OperatorFunctions(InstanceTree& tree, Lookup& lookup, Callables& callables)
      : tree_(tree), lookup_(lookup), callables_(callables), diagnostics_(tree.diagnostics()) {}

  /// Those for '+', 'constructor', ..., as the name is written, quotes included. What breaks a rule is reported and left
  /// out.
  const std::vector<FunctionClass>& of(Layout& record, std::string_view name);

 private:
  InstanceId nodeOf(Layout& record);
  bool keepsTheRules(const FunctionClass& function, const Layout& record, std::string_view name);

  std::unordered_map<Layout*, InstanceId> nodes_;
  std::map<std::pair<Layout*, std::string>, std::vector<FunctionClass>> known_;

  InstanceTree& tree_;
  Lookup& lookup_;
  Callables& callables_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
