#include "drawing/layout.hpp"

#include "drawing/ends.hpp"
#include "drawing/layering.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

namespace dashpot::drawing {

namespace {

/// As large as the class wants its components to be.
void giveSize(Component& component) {
  component.placement.origin = {};
  component.placement.hasOrigin = true;
  if (component.hasSize) return;
  const CoordinateSystem& system = component.icon.system;
  const double scale = system.initialScale;
  const Point half{std::max(placingGrid, snapped(system.extent.width() * scale / 2)),
                   std::max(placingGrid, snapped(system.extent.height() * scale / 2))};
  component.placement.extent = {-1.0 * half, half};
}

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
    isAnyPlaced ? placeAmongOthers() : placeAll();
  }

 private:
  // -------------------------------------------------------------------------------------------------- nothing is placed

  void placeAll() {
    std::vector<std::size_t> alone;
    std::vector<bool> isDone(diagram_.components.size());
    double top = 0;
    for (const std::vector<std::size_t>& part : connectedParts()) {
      if (part.size() == 1) {
        alone.push_back(part.front());
        continue;
      }
      const std::vector<LayeredPlace> places = placeInLayers(diagram_, part);
      double highest = -1e9, lowest = 1e9;
      for (const LayeredPlace& place : places) {
        highest = std::max(highest, place.origin.y + place.shape.top());
        lowest = std::min(lowest, place.origin.y + place.shape.bottom());
      }
      for (const LayeredPlace& place : places) {
        diagram_.components[place.component].placement.origin = {place.origin.x,
                                                                 snapped(place.origin.y + top - highest)};
        isDone[place.component] = true;
      }
      top = snapped(top - (highest - lowest) - 2 * rowGap);
    }
    // Components that are connected with nothing fill gaps, from the upper left corner on.
    int ring = 0;  // all begin at one corner: what is taken nearby stays so
    for (const std::size_t c : alone) {
      const Extent shape = shapeOf(diagram_.components[c]);
      diagram_.components[c].placement.origin = freePlace(c, {-shape.left(), -shape.top()}, isDone, ring, &ring);
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
      const auto isJoined = [&](std::size_t c) { return !neighbours(c, isDone).empty(); };
      auto next = std::ranges::find_if(waiting, isJoined);
      if (next == waiting.end()) next = waiting.begin();
      const std::size_t c = *next;
      waiting.erase(next);
      moveTo(c, freePlace(c, wishFor(c, isDone), isDone));
      isDone[c] = true;
    }
  }

  void moveTo(std::size_t c, Point origin) {
    Component& component = diagram_.components[c];
    const Point shift = origin - component.placement.origin;
    component.placement.origin = origin;
    for (Port& port : component.ports) port.position = port.position + shift;
    for (Connection& connection : diagram_.connections)
      for (ConnectionEnd& end : connection.ends)
        if (end.component == c) end.position = end.position + shift;
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
  [[nodiscard]] Point freePlace(std::size_t c, Point wish, const std::vector<bool>& isDone, int firstRing = 0,
                                int* foundRing = nullptr) const {
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
    for (int ring = firstRing; ring < mostRings; ++ring) {
      std::optional<Point> best;
      for (int i = -ring; i <= ring; ++i)
        for (const Point d : {Point{double(i), double(ring)}, Point{double(i), double(-ring)},
                              Point{double(ring), double(i)}, Point{double(-ring), double(i)}}) {
          const Point at = start + ringStep * d;
          if (isFree(at) && (!best || length(at - start) < length(*best - start))) best = at;
        }
      if (best && foundRing) *foundRing = ring;
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
