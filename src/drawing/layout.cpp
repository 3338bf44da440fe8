#include "drawing/layout.hpp"

#include "drawing/ends.hpp"
#include "drawing/outline.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace dashpot::drawing {

namespace {

constexpr double columnGap = 16;  // units between what stands in neighbouring layers
constexpr double rowGap = 8;      // between what stands in one layer
constexpr double laneHeight = 6;  // for a line that passes through a layer
constexpr double coarseGrid = 2;
constexpr int sweeps = 12;

double snapped(double value) { return std::round(value / coarseGrid) * coarseGrid; }
double snappedUp(double value) { return std::ceil(value / coarseGrid - 1e-9) * coarseGrid; }

/// All that is seen of a component, relative to its origin.
Extent shapeOf(const Component& component) {
  const Affine map = component.map();
  Extent shape = component.box();
  if (!component.icon.isEmpty()) shape = shape.joinedWith(visualExtent(component.icon, map));
  for (const Port& port : component.ports)
    shape = shape.joinedWith((map * placed(port.placement, port.icon.system)).box(port.icon.system.extent));
  return {shape.first - component.placement.origin, shape.second - component.placement.origin};
}

/// As large as the class wants its components to be.
void giveSize(Component& component) {
  const CoordinateSystem& system = component.icon.system;
  const double scale = system.initialScale;
  const Point half{std::max(coarseGrid, snapped(system.extent.width() * scale / 2)),
                   std::max(coarseGrid, snapped(system.extent.height() * scale / 2))};
  component.placement.extent = {-1.0 * half, half};
  component.placement.origin = {};
  component.placement.hasOrigin = true;
}

/// What goes out is drawn on the right, what comes in on the left: 1 and -1.
int flowOf(const Diagram& diagram, const ConnectionEnd& end) {
  const Component& component = diagram.components[end.component];
  if (end.port == nowhere)  // a connector of the class itself: signals come in by it
    return component.causality == "input" ? 1 : component.causality == "output" ? -1 : 0;
  const Port& port = component.ports[end.port];
  if (!port.causality.empty()) return port.causality == "output" ? 1 : -1;
  return port.direction == Side::right ? 1 : port.direction == Side::left ? -1 : 0;
}

/// Layers from left to right for the components of one connected part (Sugiyama, Tagawa and Toda 1981).
class Layering {
 public:
  struct Node {
    std::size_t component = nowhere;  // nowhere: a lane for a line that passes through
    Extent shape;
    std::size_t layer = 0;
    double x = 0, y = 0;
  };
  struct Edge {
    std::size_t from, to;
    double fromOffset = 0, toOffset = 0;  // of the ports, upwards from the origins
  };

  Layering(const Diagram& diagram, const std::vector<std::size_t>& components) {
    place_.assign(diagram.components.size(), nowhere);
    for (const std::size_t c : components) {
      place_[c] = nodes_.size();
      nodes_.push_back({c, shapeOf(diagram.components[c]), 0, 0, 0});
    }
    for (const Connection& connection : diagram.connections) {
      const int first = flowAt(diagram, connection.ends[0]), second = flowAt(diagram, connection.ends[1]);
      if (first != 0 && first == second)
        addSet(diagram, connection.set);
      else
        addEdge(diagram, connection.ends[first < second ? 1 : 0], connection.ends[first < second ? 0 : 1]);
    }
  }

  void run() {
    breakCycles();
    assignLayers();
    addLanes();
    order();
    assignColumns();
    assignRows();
  }

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

 private:
  [[nodiscard]] static int flowAt(const Diagram& diagram, const ConnectionEnd& end) {
    return end.isKnown() ? flowOf(diagram, end) : 0;
  }

  void addEdge(const Diagram& diagram, const ConnectionEnd& from, const ConnectionEnd& to) {
    if (!from.isKnown() || !to.isKnown() || from.component == to.component) return;
    const std::size_t a = place_[from.component], b = place_[to.component];
    if (a == nowhere || b == nowhere) return;
    const auto offset = [&](const ConnectionEnd& end) {
      return end.position.y - diagram.components[end.component].placement.origin.y;
    };
    edges_.push_back({a, b, offset(from), offset(to)});
  }

  /// Two outlets, or two inlets, that are joined say nothing of each other, but much of what else is joined with them.
  void addSet(const Diagram& diagram, std::size_t set) {
    if (!addedSets_.insert(set).second) return;
    constexpr std::size_t largestSet = 40;
    std::vector<const ConnectionEnd*> ends;
    for (const Connection& connection : diagram.connections)
      if (connection.set == set && ends.size() < largestSet)
        for (const ConnectionEnd& end : connection.ends) ends.push_back(&end);
    std::set<std::pair<std::size_t, std::size_t>> known;
    for (const ConnectionEnd* from : ends)
      for (const ConnectionEnd* to : ends)
        if (flowAt(diagram, *from) > flowAt(diagram, *to) && known.insert({from->component, to->component}).second)
          addEdge(diagram, *from, *to);
    if (!known.empty()) return;
    for (const Connection& connection : diagram.connections)  // all alike: in the order in which they are written
      if (connection.set == set) addEdge(diagram, connection.ends[0], connection.ends[1]);
  }

  // ---------------------------------------------------------------------------------------------------------- layers

  void breakCycles() {
    enum class Colour : std::uint8_t { white, grey, black };
    std::vector<Colour> colours(nodes_.size(), Colour::white);
    std::vector<std::vector<std::size_t>> leaving(nodes_.size());
    std::vector<bool> hasEntering(nodes_.size());
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      leaving[edges_[e].from].push_back(e);
      hasEntering[edges_[e].to] = true;
    }
    std::vector<bool> isReversed(edges_.size());
    const auto visit = [&](std::size_t root) {
      // Depth first, without recursion: a chain may be long.
      std::vector<std::pair<std::size_t, std::size_t>> stack{{root, 0}};
      colours[root] = Colour::grey;
      while (!stack.empty()) {
        auto& [node, next] = stack.back();
        if (next == leaving[node].size()) {
          colours[node] = Colour::black;
          stack.pop_back();
          continue;
        }
        const std::size_t e = leaving[node][next++];
        const std::size_t to = edges_[e].to;
        if (colours[to] == Colour::grey) isReversed[e] = true;
        if (colours[to] != Colour::white) continue;
        colours[to] = Colour::grey;
        stack.emplace_back(to, 0);
      }
    };
    for (const bool isSource : {true, false})
      for (std::size_t n = 0; n < nodes_.size(); ++n)
        if (colours[n] == Colour::white && (!isSource || !hasEntering[n])) visit(n);
    for (std::size_t e = 0; e < edges_.size(); ++e)
      if (isReversed[e]) {
        std::swap(edges_[e].from, edges_[e].to);
        std::swap(edges_[e].fromOffset, edges_[e].toOffset);
      }
  }

  /// The longest path from a source; then sources and others move next to what they feed.
  void assignLayers() {
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (const Edge& e : edges_)
        if (nodes_[e.to].layer < nodes_[e.from].layer + 1) {
          nodes_[e.to].layer = nodes_[e.from].layer + 1;
          isChanged = true;
        }
    }
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (std::size_t n = 0; n < nodes_.size(); ++n) {
        std::size_t nearest = nowhere, entering = 0, leaving = 0;
        for (const Edge& e : edges_) {
          if (e.to == n) ++entering;
          if (e.from != n) continue;
          ++leaving;
          nearest = std::min(nearest, nodes_[e.to].layer);
        }
        if (leaving > entering && nearest != nowhere && nearest > nodes_[n].layer + 1) {
          nodes_[n].layer = nearest - 1;
          isChanged = true;
        }
      }
    }
  }

  void addLanes() {
    std::vector<Edge> pieces;
    for (const Edge& e : edges_) {
      std::size_t from = e.from;
      double offset = e.fromOffset;
      for (std::size_t layer = nodes_[e.from].layer + 1; layer < nodes_[e.to].layer; ++layer) {
        nodes_.push_back({nowhere, {{-1, -laneHeight / 2}, {1, laneHeight / 2}}, layer, 0, 0});
        pieces.push_back({from, nodes_.size() - 1, offset, 0});
        from = nodes_.size() - 1;
        offset = 0;
      }
      pieces.push_back({from, e.to, offset, e.toOffset});
    }
    edges_ = std::move(pieces);
    std::size_t last = 0;
    for (const Node& node : nodes_) last = std::max(last, node.layer);
    layers_.resize(last + 1);
    for (std::size_t n = 0; n < nodes_.size(); ++n) layers_[nodes_[n].layer].push_back(n);
  }

  // ----------------------------------------------------------------------------------------------------------- order

  [[nodiscard]] std::vector<double> ranks() const {
    std::vector<double> rank(nodes_.size());
    for (const auto& layer : layers_)
      for (std::size_t i = 0; i < layer.size(); ++i) rank[layer[i]] = static_cast<double>(i);
    return rank;
  }

  /// Where a port stands in its layer: at its component, and among the ports of that by its height.
  [[nodiscard]] double portRank(const std::vector<double>& rank, std::size_t node, double offset) const {
    const double height = std::max(nodes_[node].shape.height(), 1.0);
    return rank[node] - 0.8 * offset / height;
  }

  [[nodiscard]] std::size_t crossings() const {
    const std::vector<double> rank = ranks();
    std::size_t count = 0;
    for (std::size_t i = 0; i < edges_.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        const Edge &a = edges_[i], &b = edges_[k];
        if (nodes_[a.from].layer != nodes_[b.from].layer) continue;
        const double left = portRank(rank, a.from, a.fromOffset) - portRank(rank, b.from, b.fromOffset),
                     right = portRank(rank, a.to, a.toOffset) - portRank(rank, b.to, b.toOffset);
        if (left * right < 0) ++count;
      }
    return count;
  }

  /// Each node to the middle of its neighbours in the layer before, then in the layer behind, and so on.
  void order() {
    std::vector<std::vector<std::size_t>> best = layers_;
    std::size_t fewest = crossings();
    for (int sweep = 0; sweep < sweeps && fewest > 0; ++sweep) {
      const bool isForward = sweep % 2 == 0;
      for (std::size_t i = 0; i < layers_.size(); ++i) {
        const std::vector<double> rank = ranks();
        auto& layer = layers_[isForward ? i : layers_.size() - 1 - i];
        std::vector<double> sum(nodes_.size()), count(nodes_.size());
        for (const Edge& e : edges_) {
          const std::size_t node = isForward ? e.to : e.from, other = isForward ? e.from : e.to;
          sum[node] += portRank(rank, other, isForward ? e.fromOffset : e.toOffset);
          count[node] += 1;
        }
        const auto middle = [&](std::size_t n) { return count[n] > 0 ? sum[n] / count[n] : rank[n]; };
        std::ranges::stable_sort(layer, {}, middle);
      }
      if (const std::size_t now = crossings(); now < fewest) {
        fewest = now;
        best = layers_;
      }
    }
    layers_ = best;
  }

  // ----------------------------------------------------------------------------------------------------- coordinates

  void assignColumns() {
    std::vector<std::size_t> tracks(layers_.size());
    for (const Edge& e : edges_) ++tracks[nodes_[e.from].layer];
    double x = 0;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      double left = 0, right = 0;
      for (const std::size_t n : layers_[i]) {
        left = std::max(left, -nodes_[n].shape.left());
        right = std::max(right, nodes_[n].shape.right());
      }
      x = snappedUp(x + left);
      for (const std::size_t n : layers_[i]) nodes_[n].x = x;
      constexpr std::size_t mostTracks = 6;
      x = snappedUp(x + right + columnGap + 2 * static_cast<double>(std::min(tracks[i], mostTracks)));
    }
  }

  [[nodiscard]] double distance(std::size_t above, std::size_t below) const {
    return snappedUp(nodes_[below].shape.top() - nodes_[above].shape.bottom() + rowGap);
  }

  /// Ports that are joined at one height where possible: each node wants to be where the middle one of its neighbours
  /// is; who wants to be in the same place shares the way there.
  void assignRows() {
    for (const auto& layer : layers_) {
      double y = 0;
      for (std::size_t i = 0; i < layer.size(); ++i) {
        if (i > 0) y -= distance(layer[i - 1], layer[i]);
        nodes_[layer[i]].y = y;
      }
    }
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (std::size_t i = 0; i < layers_.size(); ++i) {
        const bool isForward = sweep % 2 == 0;
        const std::size_t l = isForward ? i : layers_.size() - 1 - i;
        settle(layers_[l], isForward, sweep >= sweeps - 2);
      }
  }

  [[nodiscard]] double wish(std::size_t n, bool isForward, bool bothSides) const {
    std::vector<double> heights;
    for (const Edge& e : edges_) {
      if (e.to == n && (isForward || bothSides)) heights.push_back(nodes_[e.from].y + e.fromOffset - e.toOffset);
      if (e.from == n && (!isForward || bothSides)) heights.push_back(nodes_[e.to].y + e.toOffset - e.fromOffset);
    }
    if (heights.empty()) return nodes_[n].y;
    std::ranges::sort(heights);
    return heights[(heights.size() - 1) / 2];
  }

  /// The heights nearest to the wishes that keep order and distances: pool adjacent violators.
  void settle(const std::vector<std::size_t>& layer, bool isForward, bool bothSides) {
    struct Pool {
      std::vector<double> wishes;
      std::size_t count = 0;
      double value = 0;
    };
    std::vector<Pool> pools;
    std::vector<double> below(layer.size());  // how far each stands below the first one when packed
    for (std::size_t i = 0; i < layer.size(); ++i) {
      below[i] = i == 0 ? 0 : below[i - 1] + distance(layer[i - 1], layer[i]);
      Pool pool{{wish(layer[i], isForward, bothSides) + below[i]}, 1, 0};
      pool.value = pool.wishes.front();
      pools.push_back(std::move(pool));
      while (pools.size() > 1 && pools.back().value > pools[pools.size() - 2].value) {
        Pool last = std::move(pools.back());
        pools.pop_back();
        Pool& into = pools.back();
        into.wishes.insert(into.wishes.end(), last.wishes.begin(), last.wishes.end());
        into.count += last.count;
        std::vector<double> sorted = into.wishes;
        std::ranges::sort(sorted);
        into.value = sorted[(sorted.size() - 1) / 2];
      }
    }
    std::size_t i = 0;
    for (const Pool& pool : pools)
      for (std::size_t k = 0; k < pool.count; ++k, ++i) nodes_[layer[i]].y = snapped(pool.value - below[i]);
  }

  std::vector<std::size_t> place_;  // of each component among the nodes
  std::set<std::size_t> addedSets_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::vector<std::size_t>> layers_;  // each from top to bottom
};

class Placing {
 public:
  explicit Placing(Diagram& diagram) : diagram_(diagram) {}

  void run() {
    bool isAnyPlaced = false;
    for (std::size_t c = 0; c < diagram_.components.size(); ++c) {
      Component& component = diagram_.components[c];
      isAnyPlaced = isAnyPlaced || component.isPlaced;
      if (component.isPlaced) continue;
      giveSize(component);
      unplaced_.push_back(c);
    }
    if (unplaced_.empty()) return;
    locateEnds(diagram_);
    isAnyPlaced ? placeAmongOthers() : placeInLayers();
  }

 private:
  // -------------------------------------------------------------------------------------------------- nothing is placed

  void placeInLayers() {
    std::vector<std::size_t> alone;
    std::vector<bool> isDone(diagram_.components.size());
    double top = 0;
    for (const std::vector<std::size_t>& part : connectedParts()) {
      if (part.size() == 1) {
        alone.push_back(part.front());
        continue;
      }
      Layering layering(diagram_, part);
      layering.run();
      double highest = -1e9, lowest = 1e9;
      for (const auto& node : layering.nodes()) {
        if (node.component == nowhere) continue;
        highest = std::max(highest, node.y + node.shape.top());
        lowest = std::min(lowest, node.y + node.shape.bottom());
      }
      for (const auto& node : layering.nodes()) {
        if (node.component == nowhere) continue;
        diagram_.components[node.component].placement.origin = {node.x, snapped(node.y + top - highest)};
        isDone[node.component] = true;
      }
      top = snapped(top - (highest - lowest) - 2 * rowGap);
    }
    // What is connected with nothing fills gaps, from the upper left corner on.
    for (const std::size_t c : alone) {
      const Extent shape = shapeOf(diagram_.components[c]);
      diagram_.components[c].placement.origin = freePlace(c, {-shape.left(), -shape.top()}, isDone);
      isDone[c] = true;
    }
    centre();
  }

  void centre() {
    bool isFirst = true;
    Extent whole;
    for (const Component& component : diagram_.components) {
      whole = isFirst ? component.box() : whole.joinedWith(component.box());
      isFirst = false;
    }
    const Point shift{-snapped(whole.centre().x), -snapped(whole.centre().y)};
    for (Component& component : diagram_.components) component.placement.origin = component.placement.origin + shift;
  }

  [[nodiscard]] std::vector<std::vector<std::size_t>> connectedParts() const {
    std::vector<std::size_t> parent(diagram_.components.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t i) {
      while (parent[i] != i) i = parent[i] = parent[parent[i]];
      return i;
    };
    for (const Connection& connection : diagram_.connections)
      if (connection.ends[0].isKnown() && connection.ends[1].isKnown())
        parent[root(connection.ends[0].component)] = root(connection.ends[1].component);
    std::vector<std::vector<std::size_t>> parts(diagram_.components.size());
    for (const std::size_t c : unplaced_) parts[root(c)].push_back(c);
    std::erase_if(parts, [](const auto& part) { return part.empty(); });
    std::ranges::stable_sort(parts, std::greater{}, [](const auto& part) { return part.size(); });
    return parts;
  }

  // ------------------------------------------------------------------------------------------------- some are placed

  /// Each as near as possible to the ports that it is joined with; those that know where to go first.
  void placeAmongOthers() {
    std::vector<bool> isDone(diagram_.components.size());
    for (std::size_t c = 0; c < isDone.size(); ++c) isDone[c] = diagram_.components[c].isPlaced;
    std::vector<std::size_t> waiting = unplaced_;
    while (!waiting.empty()) {
      const auto joined = [&](std::size_t c) { return neighbours(c, isDone).size(); };
      const auto next = std::ranges::max_element(waiting, {}, joined);
      const std::size_t c = *next;
      waiting.erase(next);
      Component& component = diagram_.components[c];
      component.placement.origin = freePlace(c, wishFor(c, isDone), isDone);
      isDone[c] = true;
      locateEnds(diagram_);
    }
  }

  struct Neighbour {
    Point at;        // of the other port
    Side direction;  // in which it looks
    Point offset;    // of the own port, from the origin
  };

  [[nodiscard]] std::vector<Neighbour> neighbours(std::size_t c, const std::vector<bool>& isDone) const {
    std::vector<Neighbour> found;
    for (const Connection& connection : diagram_.connections)
      for (int i = 0; i < 2; ++i) {
        const ConnectionEnd &own = connection.ends[i], &other = connection.ends[1 - i];
        if (own.component != c || !other.isKnown() || other.component == c || !isDone[other.component]) continue;
        found.push_back({other.position, other.direction, own.position - diagram_.components[c].placement.origin});
      }
    return found;
  }

  [[nodiscard]] Point wishFor(std::size_t c, const std::vector<bool>& isDone) const {
    const std::vector<Neighbour> list = neighbours(c, isDone);
    const Extent shape = shapeOf(diagram_.components[c]);
    if (list.empty()) {
      Extent whole;
      bool isFirst = true;
      for (std::size_t k = 0; k < isDone.size(); ++k) {
        if (!isDone[k]) continue;
        whole = isFirst ? diagram_.components[k].box() : whole.joinedWith(diagram_.components[k].box());
        isFirst = false;
      }
      return {whole.left() - shape.left(), whole.bottom() - 2 * rowGap - shape.top()};
    }
    constexpr double reach = 24;  // units from port to port
    Point sum;
    for (const Neighbour& n : list) sum = sum + n.at + reach * outward(n.direction) - n.offset;
    return (1.0 / static_cast<double>(list.size())) * sum;
  }

  /// The nearest place on the grid where nothing stands.
  [[nodiscard]] Point freePlace(std::size_t c, Point wish, const std::vector<bool>& isDone) const {
    const Extent shape = shapeOf(diagram_.components[c]).grownBy(rowGap / 2);
    const Point start{snapped(wish.x), snapped(wish.y)};
    std::vector<Extent> taken;
    for (std::size_t k = 0; k < isDone.size(); ++k) {
      if (!isDone[k]) continue;
      const Extent other = shapeOf(diagram_.components[k]);
      const Point origin = diagram_.components[k].placement.origin;
      taken.push_back({other.first + origin, other.second + origin});
    }
    const auto isFree = [&](Point at) {
      const Extent here{shape.first + at, shape.second + at};
      return std::ranges::none_of(taken, [&](const Extent& other) { return here.overlaps(other); });
    };
    constexpr int mostRings = 2000;
    constexpr double ringStep = 4;
    for (int ring = 0; ring < mostRings; ++ring) {
      std::optional<Point> best;
      for (int i = -ring; i <= ring; ++i)
        for (const Point d : {Point{double(i), double(ring)}, Point{double(i), double(-ring)},
                              Point{double(ring), double(i)}, Point{double(-ring), double(i)}}) {
          const Point at = start + ringStep * d;
          if (isFree(at) && (!best || length(at - start) < length(*best - start))) best = at;
        }
      if (best) return *best;
    }
    return start;
  }

  Diagram& diagram_;
  std::vector<std::size_t> unplaced_;
};

}  // namespace

void placeComponents(Diagram& diagram) { Placing(diagram).run(); }

}  // namespace dashpot::drawing
