// model/classes/neighbours.hpp
//
// The files beside a model that belongs to no package: small projects keep each class in a file of its own, under any
// name, and load all of them. A class that neither the model's file nor a library has is looked for there.
#pragma once

#include "model/classes/library.hpp"

#include <deque>

namespace dashpot::model {

class Neighbours {
 public:
  /// The library must outlive it.
  Neighbours(std::filesystem::path file, Library& library) : file_(std::move(file)), library_(library) {}

  struct Found {
    const syntax::Tree* tree = nullptr;
    syntax::ClassId id = syntax::ClassId::none;
  };
  /// The top-level classes of this name. The files are read when somebody asks first; one with errors is left out, which
  /// is reported as a warning.
  [[nodiscard]] std::vector<Found> find(Symbol name, Diagnostics& diagnostics);

 private:
  void read(Diagnostics& diagnostics);

  std::filesystem::path file_;
  Library& library_;
  bool isRead_ = false;
  std::deque<syntax::Tree> trees_;  // a deque: references stay valid
};

}  // namespace dashpot::model
