#include "drawing/routing.hpp"

#include "drawing/ends.hpp"
#include "drawing/outline.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <queue>

namespace dashpot::drawing {

namespace {

// The cost of a line, in units of length.
constexpr double bendCost = 10, crossingCost = 14;
constexpr double foreignCost = 80;   // per unit on top of a line of another set
constexpr double sharedCost = 0.4;   // per unit on a line of the same set: branches run together
constexpr double labelCost = 2.5;    // per unit through a text
constexpr double blockedCost = 400;  // per unit through a component: only where there is no other way
constexpr double stub = 4;           // how far a line leads straight away from a component
constexpr std::size_t largestGrid = 3'000'000, quickGrid = 60'000;  // points
constexpr std::size_t patience = 1'500'000;  // steps of all searches together; the longest lines come last
constexpr double clearance = 1;              // how near to a component it may pass

/// All coordinates at which a line may bend.
class Axis {
 public:
  void add(double value) { values_.push_back(value); }
  void finish() {
    std::ranges::sort(values_);
    const auto close = [](double a, double b) { return b - a < 1e-6; };
    values_.erase(std::unique(values_.begin(), values_.end(), close), values_.end());
  }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] double operator[](std::size_t i) const { return values_[i]; }
  [[nodiscard]] std::size_t indexOf(double value) const {
    const auto at = std::lower_bound(values_.begin(), values_.end(), value - 1e-6);
    return std::min(static_cast<std::size_t>(at - values_.begin()), values_.size() - 1);
  }

 private:
  std::vector<double> values_;
};

enum Direction : std::uint8_t { east, north, west, south };

Direction directionOf(Side side) {
  switch (side) {
    case Side::right: return east;
    case Side::top: return north;
    case Side::left: return west;
    default: return south;
  }
}
Direction opposite(Direction d) { return static_cast<Direction>((d + 2) % 4); }

class Router {
 public:
  Router(Diagram& diagram, const Changed& changed) : diagram_(diagram), changed_(changed) {}

  void run() {
    for (std::size_t i = 0; i < diagram_.connections.size(); ++i) sortOut(i);
    if (missing_.empty()) return;
    makeGrid(2);
    if (xs_.size() * ys_.size() > largestGrid) makeGrid(0);
    if (xs_.size() * ys_.size() > largestGrid) return connectDirectly();
    weighGrid();
    for (const Connection& connection : diagram_.connections)
      if (!connection.line.points.empty()) occupy(connection.line.points, connection.set);
    // Nobody runs along the way out of a port but those who go there.
    for (const std::size_t i : missing_)
      for (const ConnectionEnd& end : diagram_.connections[i].ends)
        occupy({end.position, stubOf(end)}, diagram_.connections[i].set);
    const auto distance = [&](std::size_t i) {
      const Point d = diagram_.connections[i].ends[1].position - diagram_.connections[i].ends[0].position;
      return std::fabs(d.x) + std::fabs(d.y);
    };
    std::ranges::stable_sort(missing_, {}, distance);
    for (const std::size_t i : missing_) {
      Connection& connection = diagram_.connections[i];
      connection.line.points = steps_ < patience ? route(connection) : elbow(connection);
      connection.isRouted = true;
      occupy(connection.line.points, connection.set);
    }
  }

 private:
  // ------------------------------------------------------------------------------------------------ what is written

  /// A line that ends at its ports stays; one with points of its own gets new ends; any other is to be found.
  void sortOut(std::size_t index) {
    Connection& connection = diagram_.connections[index];
    if (!connection.ends[0].isKnown() || !connection.ends[1].isKnown()) return;
    std::vector<Point>& points = connection.line.points;
    if (connection.line.origin != Point{} || connection.line.rotation != 0) {
      for (Point& p : points) p = ownMap(connection.line)(p);
      connection.line.origin = {};
      connection.line.rotation = 0;
    }
    if (points.size() > 1 && isAt(points.front(), connection.ends[1]) && isAt(points.back(), connection.ends[0]) &&
        !isAt(points.front(), connection.ends[0]))
      std::ranges::reverse(points);
    if (isToBeFoundAnew(connection)) points.clear();
    const bool follows = isFollowed(connection);
    const auto endsThere = [&](Point p, const ConnectionEnd& end) {
      return follows ? isClose(p, end.position) : isAt(p, end);
    };
    if (points.size() > 1 && endsThere(points.front(), connection.ends[0]) &&
        endsThere(points.back(), connection.ends[1]))
      return;
    connection.isRouted = true;
    if (points.size() > 1 &&
        isClose(points.back() - points.front(), connection.ends[1].position - connection.ends[0].position)) {
      const Point shift = connection.ends[0].position - points.front();
      for (Point& p : points) p = p + shift;
    } else if (points.size() > 2) {
      if (!endsThere(points.front(), connection.ends[0])) mendStart(points, connection.ends[0]);
      std::ranges::reverse(points);
      if (!endsThere(points.front(), connection.ends[1])) mendStart(points, connection.ends[1]);
      std::ranges::reverse(points);
      if (follows && !isClear(connection)) points.clear();
    } else {
      points.clear();
    }
    if (points.empty()) missing_.push_back(index);
  }

  [[nodiscard]] bool isToBeFoundAnew(const Connection& connection) const {
    return std::ranges::any_of(changed_.connections, [&](const auto& ends) {
      const std::string &a = connection.ends[0].text, &b = connection.ends[1].text;
      return (ends.first == a && ends.second == b) || (ends.first == b && ends.second == a);
    });
  }
  [[nodiscard]] bool isFollowed(const Connection& connection) const {
    return std::ranges::any_of(connection.ends, [&](const ConnectionEnd& end) {
      const auto& names = changed_.components;
      return std::ranges::find(names, diagram_.components[end.component].name) != names.end();
    });
  }

  static bool isClose(Point a, Point b) { return length(a - b) < 1e-6; }

  /// Whether a line leaves its ports away from their components, and runs through none.
  [[nodiscard]] bool isClear(const Connection& connection) const {
    const std::vector<Point>& points = connection.line.points;
    const auto leaves = [](Point from, Point to, const ConnectionEnd& end) {
      const Point way = to - from, out = outward(end.direction);
      return end.port == nowhere || way.x * out.x + way.y * out.y > 0;
    };
    if (!leaves(points[0], points[1], connection.ends[0]) ||
        !leaves(points[points.size() - 1], points[points.size() - 2], connection.ends[1]))
      return false;
    for (std::size_t c = 0; c < diagram_.components.size(); ++c) {
      const Component& component = diagram_.components[c];
      if (!component.isVisible || component.isConnector) continue;
      const Extent box = component.box();
      for (std::size_t i = 1; i < points.size(); ++i) {
        const bool isFirst = i == 1 && c == connection.ends[0].component,
                   isLast = i + 1 == points.size() && c == connection.ends[1].component;
        if (!isFirst && !isLast && Extent{points[i - 1], points[i]}.grownBy(clearance / 2).overlaps(box)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool isAt(Point p, const ConnectionEnd& end) const {
    const Extent box = endBox(diagram_, end).grownBy(0.5);
    return p.x >= box.left() && p.x <= box.right() && p.y >= box.bottom() && p.y <= box.top();
  }

  /// The inner points stay, but for the first one: it moves with the end where that keeps both its pieces straight. Else
  /// the first piece becomes two.
  static void mendStart(std::vector<Point>& points, const ConnectionEnd& end) {
    const Point before = points.front();
    points.front() = end.position;
    Point& next = points[1];
    if (next.x == end.position.x || next.y == end.position.y) return;
    const bool wasAcross = before.y == next.y && before.x != next.x, wasUp = before.x == next.x && before.y != next.y;
    if (wasAcross && next.x == points[2].x) {
      next.y = end.position.y;
    } else if (wasUp && next.y == points[2].y) {
      next.x = end.position.x;
    } else {
      const bool isSideways = end.direction == Side::left || end.direction == Side::right;
      points.insert(points.begin() + 1, isSideways ? Point{next.x, end.position.y} : Point{end.position.x, next.y});
    }
  }

  // ------------------------------------------------------------------------------------------------------- the grid

  /// Where a line that leaves a connector is free of its component.
  [[nodiscard]] Point stubOf(const ConnectionEnd& end) const {
    if (end.port == nowhere) return end.position;
    const Extent box = diagram_.components[end.component].box();
    switch (end.direction) {
      case Side::left: return {std::min(box.left(), end.position.x) - stub, end.position.y};
      case Side::right: return {std::max(box.right(), end.position.x) + stub, end.position.y};
      case Side::bottom: return {end.position.x, std::min(box.bottom(), end.position.y) - stub};
      default: return {end.position.x, std::max(box.top(), end.position.y) + stub};
    }
  }

  /// A line with one bend between the ways out of its ports, without a search.
  [[nodiscard]] std::vector<Point> elbow(const Connection& connection) const {
    const Point a = stubOf(connection.ends[0]), b = stubOf(connection.ends[1]);
    return simplified({connection.ends[0].position, a, {a.x, b.y}, b, connection.ends[1].position});
  }

  /// A picture that nobody could look at.
  void connectDirectly() {
    for (const std::size_t i : missing_) {
      Connection& connection = diagram_.connections[i];
      connection.line.points = elbow(connection);
      connection.isRouted = true;
    }
  }

  /// Lines along ports and components; with further tracks beside them where lines can run side by side.
  void makeGrid(int tracks) {
    xs_ = ys_ = {};
    const auto snapped = [&](double value, double grid) { return std::round(value / grid) * grid; };
    const Point grid = diagram_.graphics.system.grid;
    for (const Component& component : diagram_.components) {
      if (!component.isVisible) continue;
      const Extent box = component.box();
      for (int track = 1; track <= tracks; ++track) {
        xs_.add(box.left() - track * stub), xs_.add(box.right() + track * stub);
        ys_.add(box.bottom() - track * stub), ys_.add(box.top() + track * stub);
      }
      for (const double side : {box.left() - clearance, box.right() + clearance}) xs_.add(side);
      for (const double side : {box.bottom() - clearance, box.top() + clearance}) ys_.add(side);
    }
    for (const Connection& connection : diagram_.connections)
      for (const Point& p : connection.line.points) xs_.add(p.x), ys_.add(p.y);
    for (const std::size_t i : missing_) {
      const ConnectionEnd* ends = diagram_.connections[i].ends;
      const Point a = stubOf(ends[0]), b = stubOf(ends[1]);
      for (const Point& p : {a, b, ends[0].position, ends[1].position}) xs_.add(p.x), ys_.add(p.y);
      const Point middle{snapped((a.x + b.x) / 2, grid.x), snapped((a.y + b.y) / 2, grid.y)};
      if (tracks == 0) continue;
      for (const double shift : {-stub, 0.0, stub}) xs_.add(middle.x + shift), ys_.add(middle.y + shift);
    }
    xs_.finish();
    ys_.finish();
  }

  void weighGrid() {
    across_.assign(xs_.size() * ys_.size(), {});
    upwards_.assign(xs_.size() * ys_.size(), {});
    for (const Component& component : diagram_.components) {
      if (!component.isVisible) continue;
      if (!component.isConnector) raise(component.box().grownBy(clearance), blockedCost);
      for (const Layer& layer : component.icon.layers)
        for (const Primitive& primitive : layer.primitives)
          if (primitive.kind == PrimitiveKind::text && primitive.isVisible && !primitive.shown.empty())
            raise(textExtent(primitive, component.map() * layer.map), labelCost);
    }
  }

  struct Edge {
    float cost = 1;  // per unit
    std::int32_t set = -1;
  };

  [[nodiscard]] std::size_t node(std::size_t ix, std::size_t iy) const { return iy * xs_.size() + ix; }

  /// Makes ways through the inside of a region dearer.
  void raise(const Extent& region, double cost) {
    const std::size_t left = xs_.indexOf(region.left()), bottom = ys_.indexOf(region.bottom());
    constexpr double inside = 1e-6;
    for (std::size_t iy = bottom > 0 ? bottom - 1 : 0; iy < ys_.size() && ys_[iy] < region.top() - inside; ++iy)
      for (std::size_t ix = left > 0 ? left - 1 : 0; ix < xs_.size() && xs_[ix] < region.right() - inside; ++ix) {
        const bool isInX = xs_[ix] > region.left() + inside, isInY = ys_[iy] > region.bottom() + inside;
        const bool reachesX = ix + 1 < xs_.size() && xs_[ix + 1] > region.left() + inside,
                   reachesY = iy + 1 < ys_.size() && ys_[iy + 1] > region.bottom() + inside;
        Edge &right = across_[node(ix, iy)], &up = upwards_[node(ix, iy)];
        if (isInY && reachesX) right.cost = std::max(right.cost, static_cast<float>(cost));
        if (isInX && reachesY) up.cost = std::max(up.cost, static_cast<float>(cost));
      }
  }

  /// Notes which set runs along the edges of a line.
  void occupy(const std::vector<Point>& points, std::size_t set) {
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Point a = points[i - 1], b = points[i];
      if (a.y == b.y) {
        const std::size_t iy = ys_.indexOf(a.y), last = xs_.indexOf(std::max(a.x, b.x));
        for (std::size_t ix = xs_.indexOf(std::min(a.x, b.x)); ix < last; ++ix)
          across_[node(ix, iy)].set = static_cast<std::int32_t>(set);
      } else if (a.x == b.x) {
        const std::size_t ix = xs_.indexOf(a.x), last = ys_.indexOf(std::max(a.y, b.y));
        for (std::size_t iy = ys_.indexOf(std::min(a.y, b.y)); iy < last; ++iy)
          upwards_[node(ix, iy)].set = static_cast<std::int32_t>(set);
      }
    }
  }

  // ------------------------------------------------------------------------------------------------------ the search

  struct Place {
    std::size_t ix, iy;
  };

  [[nodiscard]] bool step(Place& at, Direction d) const {
    if (d == east) return ++at.ix < xs_.size();
    if (d == north) return ++at.iy < ys_.size();
    if (d == west) return at.ix-- > 0;
    return at.iy-- > 0;
  }

  [[nodiscard]] const Edge& edge(Place from, Place to, Direction d) const {
    if (d == east) return across_[node(from.ix, from.iy)];
    if (d == west) return across_[node(to.ix, to.iy)];
    if (d == north) return upwards_[node(from.ix, from.iy)];
    return upwards_[node(to.ix, to.iy)];
  }

  /// Whether a line of another set goes straight through a point, across this direction.
  [[nodiscard]] bool isCrossed(Place at, Direction d, std::int32_t set) const {
    const auto foreign = [&](const Edge& e) { return e.set >= 0 && e.set != set; };
    if (d == east || d == west)
      return at.iy > 0 && foreign(upwards_[node(at.ix, at.iy)]) && foreign(upwards_[node(at.ix, at.iy - 1)]);
    return at.ix > 0 && foreign(across_[node(at.ix, at.iy)]) && foreign(across_[node(at.ix - 1, at.iy)]);
  }

  [[nodiscard]] double stepCost(Place from, Place to, Direction d, std::int32_t set) const {
    const Edge& e = edge(from, to, d);
    const double span = std::fabs(xs_[from.ix] - xs_[to.ix]) + std::fabs(ys_[from.iy] - ys_[to.iy]);
    const double rate = e.set < 0 ? e.cost : e.set == set ? sharedCost * e.cost : foreignCost + e.cost;
    return span * rate + (isCrossed(to, d, set) ? crossingCost : 0);
  }

  /// A* over points and directions, from stub to stub (Hart, Nilsson and Raphael 1968).
  [[nodiscard]] std::vector<Point> route(const Connection& connection) {
    const Point from = stubOf(connection.ends[0]), to = stubOf(connection.ends[1]);
    const Place start{xs_.indexOf(from.x), ys_.indexOf(from.y)}, goal{xs_.indexOf(to.x), ys_.indexOf(to.y)};
    const auto set = static_cast<std::int32_t>(connection.set);
    const bool isFreeStart = connection.ends[0].port == nowhere, isFreeGoal = connection.ends[1].port == nowhere;
    const Direction leaving = directionOf(connection.ends[0].direction),
                    arriving = opposite(directionOf(connection.ends[1].direction));

    ++search_;
    states_.resize(across_.size() * 4);
    const auto costOf = [&](std::size_t state) {
      return states_[state].search == search_ ? states_[state].cost : std::numeric_limits<double>::infinity();
    };
    struct Open {
      double estimate;
      std::size_t state;
      bool operator<(const Open& other) const {
        return estimate != other.estimate ? estimate > other.estimate : state > other.state;
      }
    };
    std::priority_queue<Open> open;
    // The shortest way may run along lines of its own set, which is cheap; on a large grid that is not searched for.
    const double guidance = across_.size() < quickGrid ? sharedCost : 1;
    const auto remaining = [&](Place at) {
      return guidance * (std::fabs(xs_[at.ix] - xs_[goal.ix]) + std::fabs(ys_[at.iy] - ys_[goal.iy]));
    };
    const auto offer = [&](Place at, Direction d, double cost, std::size_t previous) {
      const std::size_t state = node(at.ix, at.iy) * 4 + d;
      if (cost >= costOf(state)) return;
      states_[state] = {cost, static_cast<std::uint32_t>(previous), search_};
      open.push({cost + remaining(at), state});
    };
    for (const Direction d : {east, north, west, south})
      if (isFreeStart || d == leaving) offer(start, d, isFreeStart && d != leaving ? bendCost : 0, none);
    const std::size_t goalNode = node(goal.ix, goal.iy);
    std::size_t found = none;
    while (!open.empty()) {
      const auto [estimate, state] = open.top();
      open.pop();
      ++steps_;
      const Place at{state / 4 % xs_.size(), state / 4 / xs_.size()};
      const auto d = static_cast<Direction>(state % 4);
      if (estimate > costOf(state) + remaining(at) + 1e-9) continue;
      if (state / 4 == goalNode && (isFreeGoal || d == arriving)) {
        found = state;
        break;
      }
      for (const Direction turn : {east, north, west, south}) {
        if (turn == opposite(d)) continue;
        if (turn != d) {
          offer(at, turn, costOf(state) + bendCost, state);
          continue;
        }
        Place next = at;
        if (step(next, d)) offer(next, d, costOf(state) + stepCost(at, next, d, set), state);
      }
    }
    std::vector<Point> points{connection.ends[1].position};
    for (std::size_t state = found; state != none; state = states_[state].before)
      points.push_back({xs_[state / 4 % xs_.size()], ys_[state / 4 / xs_.size()]});
    points.push_back(connection.ends[0].position);
    std::ranges::reverse(points);
    return simplified(points);
  }

  /// Without points in the middle of straight pieces. Grid lines may differ from ports in the last bits.
  static std::vector<Point> simplified(std::vector<Point> points) {
    constexpr double near = 1e-5;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
      if (std::fabs(points[i].x - points[i - 1].x) < near) points[i].x = points[i - 1].x;
      if (std::fabs(points[i].y - points[i - 1].y) < near) points[i].y = points[i - 1].y;
    }
    for (std::size_t i = points.size() - 1; i-- > 1;) {
      if (std::fabs(points[i].x - points[i + 1].x) < near) points[i].x = points[i + 1].x;
      if (std::fabs(points[i].y - points[i + 1].y) < near) points[i].y = points[i + 1].y;
    }
    std::vector<Point> kept;
    for (const Point& p : points) {
      if (!kept.empty() && kept.back() == p) continue;
      while (kept.size() > 1) {
        const Point a = kept[kept.size() - 2], b = kept.back();
        const bool isStraight = (a.x == b.x && b.x == p.x) || (a.y == b.y && b.y == p.y);
        if (!isStraight) break;
        kept.pop_back();
      }
      kept.push_back(p);
    }
    if (kept.size() == 1) kept.push_back(kept.front());
    return kept;
  }

  Diagram& diagram_;
  const Changed& changed_;
  std::vector<std::size_t> missing_;  // connections without a line
  Axis xs_, ys_;
  std::vector<Edge> across_, upwards_;  // from each node to the right and up
  struct State {
    double cost = 0;
    std::uint32_t before = 0;
    std::uint32_t search = 0;  // in which it was reached: nothing has to be cleared for the next one
  };
  static constexpr std::size_t none = 0xffffffff;
  std::vector<State> states_;  // four directions of each node
  std::uint32_t search_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace

void routeConnections(Diagram& diagram, const Changed& changed) { Router(diagram, changed).run(); }

}  // namespace dashpot::drawing
