#include "model/instances/instances.hpp"

namespace dashpot::model {

Instances::Instances(ClassTable& classes, const Sources& sources, FlatModel& model, Diagnostics& diagnostics)
    : tree(classes, sources, model, diagnostics),
      layouts(tree, lookup, redeclarations, types, classRestrictions, declarationRules),
      lookup(tree, layouts, visibility, redeclarations, innerOuter),
      visibility(tree, layouts),
      redeclarations(tree, lookup, subtypes, types),
      subtypes(tree, layouts, lookup, redeclarations, types),
      types(tree, layouts, lookup, redeclarations, classRestrictions),
      classRestrictions(tree),
      declarationRules(tree, layouts),
      innerOuter(tree, layouts, lookup, redeclarations, subtypes, components),
      components(tree, translator, layouts, lookup, visibility, redeclarations, types, declarationRules, innerOuter,
                 leaves, values),
      addedMembers(tree, layouts, lookup, components, leaves, places),
      leaves(tree),
      values(tree, translator, types, leaves),
      places(tree, translator, layouts, lookup, visibility, innerOuter, components, callables),
      connectionCounts(tree, places),
      connectionGraph(tree, places),
      streams(tree, leaves),
      callables(tree, layouts, lookup, redeclarations, subtypes, types, classRestrictions, functionRestrictions),
      functionRestrictions(tree, redeclarations, types),
      operatorFunctions(tree, lookup, callables),
      names(tree, layouts, lookup, visibility, types, components, values, places, callables, operatorFunctions,
            connectionCounts, connectionGraph, streams),
      translator(model, names, sources, classes.symbols(), diagnostics) {}

}  // namespace dashpot::model
