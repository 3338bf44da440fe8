#include "simulation/saved_run.hpp"

#include "base/finite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <unistd.h>

namespace dashpot::simulation {

namespace {

constexpr std::string_view mark = "Dashpot run\n";
constexpr std::uint64_t version = 5;
constexpr std::size_t checksumSize = 8;

/// Fowler, Noll and Vo's hash, 64 bits, variant 1a.
std::uint64_t hash(std::string_view bytes) {
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const char c : bytes) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return value;
}

class Writer {
 public:
  void operator()(const std::uint64_t& value) {
    for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(value >> shift & 0xff);
  }
  void operator()(const std::int64_t& value) { (*this)(std::bit_cast<std::uint64_t>(value)); }
  void operator()(const double& value) { (*this)(std::bit_cast<std::uint64_t>(value)); }
  void operator()(const std::string& text) {
    (*this)(static_cast<std::uint64_t>(text.size()));
    bytes += text;
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    (*this)(static_cast<std::uint64_t>(list.size()));
    for (const T& item : list) (*this)(item);
  }
  std::string bytes;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  void operator()(std::uint64_t& value) {
    value = 0;
    if (!has(8)) return;
    for (std::size_t i = 0; i < 8; ++i)
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[i])) << (8 * i);
    bytes_.remove_prefix(8);
  }
  void operator()(std::int64_t& value) { value = std::bit_cast<std::int64_t>(number()); }
  void operator()(double& value) { value = std::bit_cast<double>(number()); }
  void operator()(std::string& text) {
    const std::uint64_t size = number();
    if (!has(size)) return;
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    const std::uint64_t size = number();
    if (!has(size)) return;  // an item has at least one byte
    list.resize(size);
    for (T& item : list) (*this)(item);
  }
  [[nodiscard]] bool isWhole() const { return sound_ && bytes_.empty(); }

 private:
  std::uint64_t number() {
    std::uint64_t value = 0;
    (*this)(value);
    return value;
  }
  bool has(std::uint64_t count) {
    if (count > bytes_.size()) sound_ = false;
    return sound_;
  }
  std::string_view bytes_;
  bool sound_ = true;
};

template <class Archive, class Counts>
void visitStatistics(Archive& archive, Counts& s) {
  for (auto* count : {&s.steps, &s.rejected, &s.rhsEvals, &s.rhsEvalsForJacobian, &s.jacEvals, &s.lu, &s.solves,
                      &s.newtonIterations, &s.events, &s.stiffSteps, &s.switches, &s.dominantSteps})
    archive(*count);
}

/// Visits all parts of the file in their order, for writing and for reading.
template <class Archive, class Run>
void visit(Archive& archive, Run& run) {
  archive(run.model), archive(run.modelName);
  archive(run.experiment.start), archive(run.experiment.stop), archive(run.experiment.tolerance),
      archive(run.experiment.interval);
  archive(run.integrator.method), archive(run.integrator.time), archive(run.integrator.end);
  archive(run.integrator.state), archive(run.integrator.memory);
  visitStatistics(archive, run.integrator.statistics);
  archive(run.pivots);
  for (auto* list :
       {&run.parameters,  &run.modes,   &run.d,           &run.pre,    &run.inputs, &run.hysteresis, &run.largest,
        &run.phases,      &run.history, &run.delayBreaks, &run.clocks, &run.events, &run.isWarned,   &run.chatterings,
        &run.silentJumps, &run.eased,   &run.steps,       &run.slack,  &run.motion, &run.slides,     &run.again})
    archive(*list);
  visitStatistics(archive, run.statistics);
  archive(run.nextGridPoint), archive(run.eventCount), archive(run.endedInEvent);
}

Diagnostic fault(std::string message) { return {Severity::error, "checkpoint", std::move(message), {}, {}, {}, {}}; }

Diagnostic cannotWrite(const std::string& file) {
  return fault(fmt::format("cannot write the checkpoint '{}': {}", file, std::strerror(errno)));
}

/// The lengths and ranges that a run of this model has.
bool fits(const SavedRun& run, const codegen::CompiledModel& model) {
  const std::size_t modes = model.modeCount(), discrete = model.discrete.names.size();
  const std::size_t states = std::max<std::size_t>(model.size(), 1);
  const auto isOfModes = [modes](double value) { return value >= 0 && value < static_cast<double>(modes); };
  for (std::size_t i = 0; i < run.chatterings.size(); i += 3)
    if (!isOfModes(run.chatterings[i])) return false;
  for (std::size_t i = 0; i < run.slides.size(); i += 6)
    if (!isOfModes(run.slides[i])) return false;
  return run.integrator.state.size() == states && run.parameters.size() == model.parameters.count &&
         run.modes.size() == modes && run.hysteresis.size() == modes && run.slack.size() == modes &&
         run.d.size() == discrete && run.pre.size() == discrete && run.inputs.size() == model.inputs.names.size() &&
         run.largest.size() == model.size() && run.eased.size() == model.size() && run.experiment.interval > 0 &&
         run.nextGridPoint >= 0 && allFinite(run.integrator.state) &&
         allFinite(std::array{run.integrator.time, run.experiment.start, run.experiment.stop, run.experiment.interval});
}

/// An empty file is nobody's loss.
bool isMissingOrOurs(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string beginning(mark.size(), '\0');
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  return in.gcount() == 0 || beginning == mark;
}

std::string partialName(const std::string& file) { return file + ".part"; }

}  // namespace

std::uint64_t identityOf(const codegen::CompiledModel& model) { return hash(codegen::print(model)); }

std::optional<Diagnostic> whyNotWritable(const std::string& file) {
  std::error_code none;
  if (std::filesystem::exists(file, none) && !std::filesystem::is_regular_file(file, none))
    return fault(fmt::format("cannot write the checkpoint '{}': it is not a file", file));
  if (!isMissingOrOurs(file))
    return fault(fmt::format("'{}' is there already and is not a checkpoint: it would be overwritten", file))
        .hint("name another file, or remove this one first");
  std::FILE* const probe = std::fopen(partialName(file).c_str(), "ab");
  if (probe == nullptr) return cannotWrite(file);
  std::fclose(probe);
  std::remove(partialName(file).c_str());
  return std::nullopt;
}

std::string bytesOf(const SavedRun& run) {
  Writer writer;
  writer.bytes = mark;
  writer(version);
  visit(writer, run);
  writer(hash(writer.bytes));
  return std::move(writer.bytes);
}

std::string sealed(std::string_view bytes) {
  Writer writer;
  writer.bytes = bytes.substr(0, bytes.size() - std::min(bytes.size(), checksumSize));
  writer(hash(writer.bytes));
  return std::move(writer.bytes);
}

std::optional<Diagnostic> writeRun(const SavedRun& run, const std::string& file) {
  if (auto reason = whyNotWritable(file)) return reason;
  const std::string bytes = bytesOf(run);
  const std::string partial = partialName(file);
  const auto closing = [](std::FILE* f) { std::fclose(f); };
  std::unique_ptr<std::FILE, decltype(closing)> out(std::fopen(partial.c_str(), "wb"), closing);
  if (!out) return cannotWrite(file);
  const bool isWritten = std::fwrite(bytes.data(), 1, bytes.size(), out.get()) == bytes.size() &&
                         std::fflush(out.get()) == 0 && fsync(fileno(out.get())) == 0;
  if (isWritten && std::rename(partial.c_str(), file.c_str()) == 0) return std::nullopt;
  Diagnostic d = cannotWrite(file);
  std::remove(partial.c_str());
  return d;
}

Expected<SavedRun, Diagnostic> readRun(const std::string& file, const codegen::CompiledModel& model) {
  std::error_code status;
  if (std::filesystem::exists(file, status) && !std::filesystem::is_regular_file(file, status))
    return Unexpected{fault(fmt::format("'{}' is not a checkpoint", file))};
  std::ifstream in(file, std::ios::binary);
  if (!in) return Unexpected{fault(fmt::format("cannot read the checkpoint '{}': {}", file, std::strerror(errno)))};
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return parseRun(bytes, file, model);
}

Expected<SavedRun, Diagnostic> parseRun(std::string_view bytes, const std::string& file,
                                        const codegen::CompiledModel& model) {
  if (!bytes.starts_with(mark)) return Unexpected{fault(fmt::format("'{}' is not a checkpoint", file))};
  const auto damaged = [&] { return Unexpected{fault(fmt::format("the checkpoint '{}' is damaged", file))}; };
  if (bytes.size() < mark.size() + 2 * checksumSize) return damaged();
  const std::string_view content = bytes.substr(0, bytes.size() - checksumSize);
  std::uint64_t expected = 0, foundVersion = 0;
  Reader(bytes.substr(content.size()))(expected);
  if (expected != hash(content)) return damaged();
  Reader(content.substr(mark.size()))(foundVersion);
  if (foundVersion != version)
    return Unexpected{fault(fmt::format("the checkpoint '{}' was written by another version of the program", file))};

  SavedRun run;
  Reader reader(content.substr(mark.size() + checksumSize));
  visit(reader, run);
  if (!reader.isWhole()) return damaged();
  if (run.model != identityOf(model)) {
    Diagnostic d = fault(
        run.modelName == model.name()
            ? fmt::format("the checkpoint '{}' was made with another text of the model '{}'", file, model.name())
            : fmt::format("the checkpoint '{}' is of the model '{}', not of '{}'", file, run.modelName, model.name()));
    d.hint("a run goes on only with exactly the model it was started with");
    return Unexpected{std::move(d)};
  }
  if (!fits(run, model)) return damaged();
  return run;
}

}  // namespace dashpot::simulation
