// model/external/served_program.hpp
//
// A program that computes a function for us: a number that means nothing (there may be no other) and the arguments to its
// descriptor 3, a status and the results from its descriptor 4. It is made by the system's C compiler once for each text,
// and started when it is first asked. It gets no other descriptor of ours but the streams for output and errors.
#pragma once

#include "symbolic/host_function.hpp"

#include <filesystem>
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

class ServedFunction final : public symbolic::HostFunction {
 public:
  ServedFunction(std::filesystem::path program, std::string name, std::string clause)
      : program_(std::move(program)), name_(std::move(name)), clause_(std::move(clause)) {}
  ~ServedFunction() override;
  ServedFunction(const ServedFunction&) = delete;
  ServedFunction& operator=(const ServedFunction&) = delete;

  /// One call at a time. A program that has ended is started again with the next call.
  bool call(std::span<const double> arguments, std::span<double> results, std::string& problem) const override;
  [[nodiscard]] std::string clause() const override { return clause_; }

 private:
  bool start(std::string& problem) const;
  void stop() const;
  bool transfer(bool isWriting, void* data, std::size_t size) const;

  std::filesystem::path program_;
  std::string name_, clause_;
  mutable std::mutex mutex_;
  mutable int child_ = -1, socket_ = -1;
};

}  // namespace dashpot::model
