#include "codegen/kernel_search.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <unordered_map>

namespace dashpot::codegen {

namespace {

constexpr std::uint32_t rare = 0xffffffff;    // a shape that no kernel is made for
constexpr std::size_t slotsCompared = 16;     // how far back a place that is used again is recognised in a tree
constexpr std::size_t shapesConsidered = 16;  // for the next batch

/// A tree of operations with its root, or one of its roots; a solve or a call; or an output that is a leaf.
struct Tree {
  std::uint32_t root = 0;
  std::uint32_t output = noPlace;  // of a leaf
  std::uint32_t shape = rare;
};

struct Batch {
  std::uint32_t shape = rare;  // rare: the next chunk
  std::vector<std::uint32_t> trees;
};

/// The operand of a tree: an index in its space; for work, the instruction that makes the number.
struct Slot {
  Space space;
  std::uint32_t index;
  bool operator==(const Slot&) const = default;
};

std::size_t hashOf(const Shape& shape) {
  std::uint64_t hash = 0x9e3779b97f4a7c15;
  const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0xff51afd7ed558ccd, hash ^= hash >> 32; };
  for (const Space space : shape.loads) mix(static_cast<std::uint64_t>(space));
  for (const KernelOperation& at : shape.operations) {
    mix(static_cast<std::uint64_t>(at.op) << 32 | at.a);
    mix(std::uint64_t{at.b} << 32 | at.c);
  }
  for (const KernelStore& at : shape.stores) mix((static_cast<std::uint64_t>(at.space) + 100) << 32 | at.from);
  return hash;
}

class Planner {
 public:
  Planner(const Function& function, const std::vector<std::uint32_t>& resultCounts, const PlanOptions& options)
      : function_(function), resultCounts_(resultCounts), options_(options) {}

  Plan run() {
    linkOutputs(function_, plan_);
    findTrees();
    findShapes();
    schedule();
    placeValues(function_, resultCounts_, order_, treeOrChunk_, plan_);
    makeTables();
    return std::move(plan_);
  }

 private:
  // ---------------------------------------------------------------------------------------------------------- trees

  [[nodiscard]] const Instruction& code(std::uint32_t i) const { return function_.code[i]; }

  /// Values used once, by an operation, belong to their user's tree; unless that would grow too long.
  std::vector<bool> absorbed() const {
    const std::size_t n = function_.code.size();
    std::vector<std::uint32_t> uses(n, 0), size(n, 0);
    for (std::uint32_t i = 0; i < n; ++i)
      forEachOperand(function_, code(i), [&](std::uint32_t operand) {
        uses[operand] += code(i).code == Code::operation ? 1 : 2;  // a solve or a call wants it in memory
      });
    for (const std::uint32_t output : function_.outputs) uses[output] += 2;
    std::vector<bool> result(n, false);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (code(i).code != Code::operation) continue;
      size[i] = 1;
      forEachOperand(function_, code(i), [&](std::uint32_t operand) {
        if (result[operand]) size[i] += size[operand];
      });
      result[i] = uses[i] == 1 && size[i] < options_.longestTree;
    }
    return result;
  }

  void findTrees() {
    const std::size_t n = function_.code.size();
    const std::vector<bool> inner = absorbed();
    treeOf_.assign(n, noPlace);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (isLeaf(code(i).code) || inner[i]) continue;
      treeOf_[i] = static_cast<std::uint32_t>(trees_.size());
      trees_.push_back({i});
    }
    for (auto i = static_cast<std::uint32_t>(n); i-- > 0;)
      if (treeOf_[i] != noPlace)
        forEachOperand(function_, code(i), [&](std::uint32_t operand) {
          if (inner[operand]) treeOf_[operand] = treeOf_[i];
        });
    joinSharers();
    for (std::uint32_t k = 0; k < function_.outputs.size(); ++k)
      if (isLeaf(code(function_.outputs[k]).code)) trees_.push_back({function_.outputs[k], k});

    memberStart_.assign(trees_.size() + 1, 0);
    for (std::uint32_t i = 0; i < n; ++i)
      if (treeOf_[i] != noPlace) ++memberStart_[treeOf_[i] + 1];
    for (std::size_t t = 0; t < trees_.size(); ++t) memberStart_[t + 1] += memberStart_[t];
    members_.resize(memberStart_.back());
    std::vector<std::uint32_t> next(memberStart_.begin(), memberStart_.end() - 1);
    for (std::uint32_t i = 0; i < n; ++i)
      if (treeOf_[i] != noPlace) members_[next[treeOf_[i]]++] = i;

    isUsed_.assign(n, false);
    for (std::uint32_t i = 0; i < n; ++i)
      if (treeOf_[i] != noPlace)
        forEachOperand(function_, code(i), [&](std::uint32_t operand) {
          if (treeOf_[operand] != treeOf_[i]) isUsed_[operand] = true;
        });
  }

  /// The value that a few trees use, and nothing else uses, joins them if it is all that they wait for: so none of them
  /// can wait for another, and one pass does the work of several.
  void joinSharers() {
    constexpr std::uint32_t none = noPlace, several = noPlace - 1;
    std::vector<std::uint32_t> source(trees_.size(), none), sharers(trees_.size(), 0), size(trees_.size(), 0);
    const auto forEachOutside = [&](std::uint32_t i, const auto& visit) {
      forEachOperand(function_, code(i), [&](std::uint32_t operand) {
        if (code(operand).code == Code::element) operand = code(operand).a;
        if (treeOf_[operand] != noPlace && treeOf_[operand] != treeOf_[i]) visit(treeOf_[operand]);
      });
    };
    const auto isPlain = [&](std::uint32_t tree) { return code(trees_[tree].root).code == Code::operation; };
    for (std::uint32_t i = 0; i < function_.code.size(); ++i) {
      if (treeOf_[i] == noPlace) continue;
      std::uint32_t& own = source[treeOf_[i]];
      ++size[treeOf_[i]];
      if (!isPlain(treeOf_[i])) own = several;
      forEachOutside(i,
                     [&](std::uint32_t tree) { own = isPlain(tree) && (own == none || own == tree) ? tree : several; });
    }
    for (std::uint32_t tree = 0; tree < trees_.size(); ++tree)
      if (source[tree] < several) ++sharers[source[tree]];
    for (std::uint32_t i = 0; i < function_.code.size(); ++i)
      if (treeOf_[i] != noPlace && source[treeOf_[i]] == several)
        forEachOutside(i, [&](std::uint32_t tree) { sharers[tree] = several; });

    std::vector<std::uint32_t> joined(trees_.size());
    std::vector<Tree> left;
    for (std::uint32_t tree = 0; tree < trees_.size(); ++tree) {  // a source stands before those that use it
      const std::uint32_t from = source[tree];
      const bool joins = from < several && sharers[from] <= options_.mostSharers &&
                         size[joined[from]] + size[tree] <= options_.longestTree;
      joined[tree] = joins ? joined[from] : tree;
      if (joins) size[joined[tree]] += size[tree];
    }
    std::vector<std::uint32_t> number(trees_.size(), none);
    for (std::uint32_t tree = 0; tree < trees_.size(); ++tree)
      if (joined[tree] == tree) number[tree] = static_cast<std::uint32_t>(left.size()), left.push_back(trees_[tree]);
    for (std::uint32_t& tree : treeOf_)
      if (tree != noPlace) tree = number[joined[tree]];
    trees_ = std::move(left);
  }

  [[nodiscard]] std::span<const std::uint32_t> members(std::uint32_t tree) const {
    return std::span(members_).subspan(memberStart_[tree], memberStart_[tree + 1] - memberStart_[tree]);
  }

  // --------------------------------------------------------------------------------------------------------- shapes

  Slot slotOf(std::uint32_t i) const {
    const Instruction& at = code(i);
    if (at.code == Code::element || !isLeaf(at.code)) return {Space::work, i};
    return {spaceOf(at.code), at.code == Code::time ? 0 : at.a};
  }

  /// Writes the shape of a tree to shape_ and its slots, loads first, to slots_.
  void describe(std::uint32_t tree) {
    shape_.loads.clear(), shape_.operations.clear(), shape_.stores.clear(), slots_.clear();
    const auto list = members(tree);
    const auto load = [&](std::uint32_t i) {
      const Slot slot = slotOf(i);
      // A constant that happens to occur twice must not make another shape.
      if (slot.space != Space::constants)
        for (std::size_t k = slots_.size(), tried = 0; k-- > 0 && tried < slotsCompared; ++tried)
          if (slots_[k] == slot) return static_cast<std::uint32_t>(k);
      slots_.push_back(slot);
      shape_.loads.push_back(slot.space);
      return static_cast<std::uint32_t>(slots_.size() - 1);
    };
    const auto operand = [&](std::uint32_t i) {
      if (treeOf_[i] != tree || isLeaf(code(i).code)) return load(i);
      const auto at = std::ranges::lower_bound(list, i);
      return static_cast<std::uint32_t>(at - list.begin()) | inTree;
    };
    if (list.empty()) load(trees_[tree].root);
    for (const std::uint32_t i : list) {
      const Instruction& at = code(i);
      const int count = symbolic::operandCount(at.op);
      const std::uint32_t a = operand(at.a), b = count > 1 ? operand(at.b) : 0, c = count > 2 ? operand(at.c) : 0;
      shape_.operations.push_back({at.op, a, b, c});
    }
    const auto loads = static_cast<std::uint32_t>(shape_.loads.size());
    for (KernelOperation& at : shape_.operations)
      for (std::uint32_t* number : {&at.a, &at.b, &at.c})
        if (*number & inTree) *number = (*number & ~inTree) + loads;
    if (list.empty()) store({Space::outputs, trees_[tree].output}, 0);
    for (std::uint32_t k = 0; k < list.size(); ++k) {
      if (isUsed_[list[k]]) store({Space::work, list[k]}, loads + k);
      for (std::uint32_t j = plan_.outputStart[list[k]]; j < plan_.outputStart[list[k] + 1]; ++j)
        store({Space::outputs, plan_.outputs[j]}, loads + k);
    }
  }

  void store(Slot slot, std::uint32_t from) {
    shape_.stores.push_back({slot.space, from});
    slots_.push_back(slot);
  }

  void findShapes() {
    std::unordered_multimap<std::size_t, std::uint32_t> known;
    std::vector<std::uint32_t> count;
    for (std::uint32_t t = 0; t < trees_.size(); ++t) {
      const Code kind = code(trees_[t].root).code;
      if (kind == Code::solve || kind == Code::call) continue;
      describe(t);
      const std::size_t hash = hashOf(shape_);
      auto [at, end] = known.equal_range(hash);
      while (at != end && shapes_[at->second] != shape_) ++at;
      if (at == end) {
        at = known.emplace(hash, static_cast<std::uint32_t>(shapes_.size()));
        shapes_.push_back(shape_);
        count.push_back(0);
      }
      trees_[t].shape = at->second;
      ++count[at->second];
    }
    for (Tree& tree : trees_)
      if (tree.shape != rare && count[tree.shape] < options_.fewestAlike) tree.shape = rare;
  }

  // ------------------------------------------------------------------------------------------------------- schedule

  /// The trees that a tree waits for, as often as it refers to them.
  template <class Visit>
  void forEachSource(std::uint32_t tree, const Visit& visit) const {
    const auto source = [&](std::uint32_t i) {
      if (code(i).code == Code::element) i = code(i).a;
      if (treeOf_[i] != noPlace && treeOf_[i] != tree) visit(treeOf_[i]);
    };
    if (members(tree).empty()) source(trees_[tree].root);
    for (const std::uint32_t i : members(tree)) forEachOperand(function_, code(i), source);
  }

  /// A batch takes trees of a shape that wait for nothing, but not so many that what they make has left the fast memory
  /// before it is used. What is rare goes first, and then when no strip is full, so that batches grow and chunks are
  /// few.
  void schedule() {
    const std::size_t n = trees_.size();
    std::vector<std::uint32_t> waiting(n, 0), start(n + 1, 0);
    for (std::uint32_t t = 0; t < n; ++t)
      forEachSource(t, [&](std::uint32_t source) { ++waiting[t], ++start[source + 1]; });
    for (std::size_t t = 0; t < n; ++t) start[t + 1] += start[t];
    std::vector<std::uint32_t> users(start.back()), next(start.begin(), start.end() - 1);
    for (std::uint32_t t = 0; t < n; ++t) forEachSource(t, [&](std::uint32_t source) { users[next[source]++] = t; });

    std::deque<std::uint32_t> rareReady;
    Shapes active;
    TreesByShape ready(shapes_.size());
    const auto enter = [&](std::uint32_t t) {
      const std::uint32_t shape = trees_[t].shape;
      if (shape == rare) return rareReady.push_back(t);
      if (ready[shape].empty()) active.push_back(shape);
      ready[shape].push_back(t);
      std::ranges::push_heap(ready[shape], std::greater{});
    };
    const auto done = [&](std::uint32_t t) {
      for (std::uint32_t k = start[t]; k < start[t + 1]; ++k)
        if (--waiting[users[k]] == 0) enter(users[k]);
    };
    treeOrChunk_.assign(function_.code.size(), 0);
    for (std::uint32_t t = 0; t < n; ++t)
      if (waiting[t] == 0) enter(t);
    while (!rareReady.empty() || !active.empty()) {
      auto chosen = batches_.empty() ? active.end() : nextStrip(active, ready);
      if (chosen == active.end() && !rareReady.empty()) {
        for (bool isOpen = false; !rareReady.empty(); rareReady.pop_front()) {
          isOpen = isOpen && plan_.chunks.back().instructions.size() < options_.chunkSize &&
                   plan_.chunks.back().copies.size() < options_.chunkSize;
          if (!isOpen) plan_.chunks.emplace_back(), batches_.push_back({rare, {}}), isOpen = true;
          intoChunk(rareReady.front());
          done(rareReady.front());
        }
        continue;
      }
      if (chosen == active.end()) chosen = largest(active, ready);
      Batch batch{*chosen, {}};
      active.erase(chosen);
      std::vector<std::uint32_t>& left = ready[batch.shape];
      const std::size_t size = left.size() < options_.strip + options_.strip / 2 ? left.size() : options_.strip;
      while (batch.trees.size() < size) {
        std::ranges::pop_heap(left, std::greater{});
        batch.trees.push_back(left.back());
        left.pop_back();
      }
      if (!left.empty()) active.push_front(batch.shape);  // those that can use this batch go first
      for (const std::uint32_t t : batch.trees) intoBatch(t);
      for (const std::uint32_t t : batch.trees) done(t);
      batches_.push_back(std::move(batch));
    }
  }

  using Shapes = std::deque<std::uint32_t>;
  using TreesByShape = std::vector<std::vector<std::uint32_t>>;

  [[nodiscard]] static std::ptrdiff_t consideredOf(const Shapes& active) {
    return static_cast<std::ptrdiff_t>(std::min(active.size(), shapesConsidered));
  }

  /// The shape that was last made ready and fills a good part of a strip, or the end.
  [[nodiscard]] Shapes::iterator nextStrip(Shapes& active, const TreesByShape& ready) const {
    for (auto at = active.end(); at != active.end() - consideredOf(active);)
      if (ready[*--at].size() >= options_.strip / 2) return at;
    return active.end();
  }

  [[nodiscard]] static Shapes::iterator largest(Shapes& active, const TreesByShape& ready) {
    return std::max_element(active.begin(), active.begin() + consideredOf(active),
                            [&](std::uint32_t a, std::uint32_t b) { return ready[a].size() < ready[b].size(); });
  }

  void intoChunk(std::uint32_t tree) {
    Chunk& chunk = plan_.chunks.back();
    if (members(tree).empty()) chunk.copies.push_back(trees_[tree].output);
    for (const std::uint32_t i : members(tree)) {
      chunk.instructions.push_back(i);
      order_.push_back(i);
      treeOrChunk_[i] = static_cast<std::uint32_t>(plan_.chunks.size());
    }
  }

  void intoBatch(std::uint32_t tree) {
    for (const std::uint32_t i : members(tree)) {
      order_.push_back(i);
      treeOrChunk_[i] = ~tree;  // never the number of a chunk
    }
  }

  // --------------------------------------------------------------------------------------------------------- tables

  void makeTables() {
    std::uint32_t chunk = 0;
    for (const Batch& batch : batches_)
      if (batch.shape == rare)
        plan_.tasks.push_back({chunk++, 0, 1});
      else
        tableOf(batch);
  }

  [[nodiscard]] std::uint32_t placeOf(const Slot& slot) const {
    if (slot.space != Space::work) return slot.index;
    const Instruction& at = code(slot.index);
    return at.code == Code::element ? plan_.place[at.a] + at.b : plan_.place[slot.index];
  }

  void placesOf(std::uint32_t tree, std::vector<std::uint32_t>& places) {
    describe(tree);
    for (const Slot& slot : slots_) places.push_back(placeOf(slot));
  }

  void tableOf(const Batch& batch) {
    const Shape& shape = shapes_[batch.shape];
    const std::size_t width = shape.slotCount(), count = batch.trees.size();
    std::vector<std::uint32_t> places;
    places.reserve(width * count);
    for (const std::uint32_t t : batch.trees) placesOf(t, places);
    const auto row = [&](std::size_t i) { return std::span(places).subspan(i * width, width); };
    std::vector<std::uint32_t> singles;
    for (std::size_t i = 0; i < count;) {
      const std::size_t length = runFrom(i, count, row);
      const std::uint32_t piece = length >= options_.shortestRun ? variant(shape, row(i), row(i + 1)) : noPlace;
      if (piece == noPlace) {
        for (std::size_t k = 0; k < length; ++k) singles.insert(singles.end(), row(i + k).begin(), row(i + k).end());
      } else {
        plan_.tasks.push_back(
            {piece, static_cast<std::uint32_t>(plan_.tables.size()), static_cast<std::uint32_t>(length)});
        plan_.tables.insert(plan_.tables.end(), row(i).begin(), row(i).end());
        openTable_ = false;
      }
      i += length;
    }
    if (!singles.empty()) appendSingles(kernel({shape, {}}), singles, width);
  }

  /// How many instances from the i-th on lie at equal distances in every slot.
  template <class Row>
  static std::size_t runFrom(std::size_t i, std::size_t count, const Row& row) {
    if (i + 1 >= count) return 1;
    const auto first = row(i), second = row(i + 1);
    std::size_t end = i + 2;
    const auto fits = [&](std::size_t at) {
      const auto before = row(at - 1), here = row(at);
      for (std::size_t k = 0; k < here.size(); ++k)
        if (here[k] - before[k] != second[k] - first[k]) return false;
      return true;
    };
    while (end < count && fits(end)) ++end;
    return end - i;
  }

  std::uint32_t variant(const Shape& shape, std::span<const std::uint32_t> first,
                        std::span<const std::uint32_t> second) {
    std::vector<std::int32_t> distances;
    for (std::size_t k = 0; k < first.size(); ++k) distances.push_back(static_cast<std::int32_t>(second[k] - first[k]));
    return kernel({shape, std::move(distances)});
  }

  /// The piece that is this kernel; noPlace if the shape has too many variants already.
  std::uint32_t kernel(Kernel wanted) {
    auto& variants = kernelsOf_[hashOf(wanted.shape)];
    std::uint32_t equal = 0;
    for (const std::uint32_t k : variants) {
      if (plan_.kernels[k] == wanted) return k + chunkCount();
      if (plan_.kernels[k].shape == wanted.shape && !plan_.kernels[k].distances.empty()) ++equal;
    }
    if (!wanted.distances.empty() && equal >= options_.mostVariants) return noPlace;
    variants.push_back(static_cast<std::uint32_t>(plan_.kernels.size()));
    plan_.kernels.push_back(std::move(wanted));
    return variants.back() + chunkCount();
  }

  /// A chain of batches of one shape becomes one loop: it runs them in this order.
  void appendSingles(std::uint32_t piece, const std::vector<std::uint32_t>& places, std::size_t width) {
    const auto count = static_cast<std::uint32_t>(places.size() / width);
    if (openTable_ && !plan_.tasks.empty() && plan_.tasks.back().piece == piece)
      plan_.tasks.back().count += count;
    else
      plan_.tasks.push_back({piece, static_cast<std::uint32_t>(plan_.tables.size()), count});
    plan_.tables.insert(plan_.tables.end(), places.begin(), places.end());
    openTable_ = true;
  }

  [[nodiscard]] std::uint32_t chunkCount() const { return static_cast<std::uint32_t>(plan_.chunks.size()); }

  static constexpr std::uint32_t inTree = 0x80000000;

  const Function& function_;
  const std::vector<std::uint32_t>& resultCounts_;
  const PlanOptions& options_;
  Plan plan_;
  std::vector<Tree> trees_;
  std::vector<std::uint32_t> treeOf_;  // by instruction; noPlace: a leaf
  std::vector<std::uint32_t> memberStart_, members_;
  std::vector<bool> isUsed_;  // by another tree
  std::vector<Shape> shapes_;
  std::vector<Batch> batches_;
  std::vector<std::uint32_t> order_, treeOrChunk_;
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> kernelsOf_;
  bool openTable_ = false;
  Shape shape_;
  std::vector<Slot> slots_;
};

}  // namespace

Plan shareKernels(const Function& function, const std::vector<std::uint32_t>& resultCounts,
                  const PlanOptions& options) {
  return Planner(function, resultCounts, options).run();
}

}  // namespace dashpot::codegen
