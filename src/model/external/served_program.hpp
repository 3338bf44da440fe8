// model/external/served_program.hpp
//
// A program that computes functions for us: the number of one of them and its arguments to its descriptor 3, a status and the results from its descriptor 4. It is made by the system's C compiler once for each text,
// and started when it is first asked. It gets no other descriptor of ours but the streams for output and errors.
#pragma once

#include "symbolic/host_function.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::model {

struct CompilerOptions {
  std::vector<std::filesystem::path> includeFolders = {}, libraryFolders = {};
  std::vector<std::string> libraries = {};
  std::vector<std::string> ownHeaders = {};  // names of headers that may be included, and say nothing
};

// A call that takes longer is taken for one that does not end.
inline constexpr int longestCallSeconds = 60;

/// The program made of a text in C; the same for the same text, options, headers and libraries in the folders. Empty: it cannot be
/// made, and what the compiler says.
[[nodiscard]] std::optional<std::filesystem::path> compiledProgram(const std::string& text,
                                                                   const CompilerOptions& options,
                                                                   std::string& problem);

/// A program as a process. It may be called by any number of threads, one call at a time.
class ServedProgram {
 public:
  /// Gives the file of the program when it is first needed. Empty: it cannot be made, and why.
  using Make = std::function<std::optional<std::filesystem::path>(std::string& problem)>;
  explicit ServedProgram(Make make) : make_(std::move(make)) {}
  ~ServedProgram();
  ServedProgram(const ServedProgram&) = delete;
  ServedProgram& operator=(const ServedProgram&) = delete;

  /// `number` says which of its functions. One call at a time; a program that has ended is started again with the next
  /// call.
  bool call(std::size_t number, const std::string& name, std::span<const double> arguments, std::span<double> results,
            std::string& problem) const;
  /// What it is made of has changed.
  void forget();

 private:
  bool start(const std::string& name, std::string& problem) const;
  void stop(bool isPatient) const;
  bool transfer(bool isWriting, void* data, std::size_t size) const;

  Make make_;
  mutable std::optional<std::filesystem::path> program_;
  mutable std::mutex mutex_;
  mutable int child_ = -1, socket_ = -1;
};

/// One of the functions of a program.
class ServedFunction final : public symbolic::HostFunction {
 public:
  ServedFunction(std::shared_ptr<const ServedProgram> program, std::size_t number, std::string name, std::string clause)
      : program_(std::move(program)), number_(number), name_(std::move(name)), clause_(std::move(clause)) {}

  bool call(std::span<const double> arguments, std::span<double> results, std::string& problem) const override {
    return program_->call(number_, name_, arguments, results, problem);
  }
  [[nodiscard]] std::string clause() const override { return clause_; }

 private:
  std::shared_ptr<const ServedProgram> program_;
  std::size_t number_;
  std::string name_, clause_;
};

}  // namespace dashpot::model
