// model/classes/class_kinds.hpp: kinds of classes that share rules.
#pragma once

#include "syntax/tree.hpp"

namespace dashpot::model {

[[nodiscard]] inline bool isFunction(syntax::ClassKind kind) {
  return kind == syntax::ClassKind::function || kind == syntax::ClassKind::operatorFunction;
}
[[nodiscard]] inline bool isRecord(syntax::ClassKind kind) {
  return kind == syntax::ClassKind::record || kind == syntax::ClassKind::operatorRecord;
}
[[nodiscard]] inline bool isConnector(syntax::ClassKind kind) {
  return kind == syntax::ClassKind::connector || kind == syntax::ClassKind::expandableConnector;
}
/// It has equations.
[[nodiscard]] inline bool isModel(syntax::ClassKind kind) {
  return kind == syntax::ClassKind::model || kind == syntax::ClassKind::block || kind == syntax::ClassKind::generic;
}

}  // namespace dashpot::model
