// Maps against points computed by hand from Modelica 3.6, section 18.6: extent first, then rotation, then origin.
#include "drawing/outline.hpp"
#include "drawing/placement.hpp"

#include <gmock/gmock.h>

namespace dashpot::drawing {
namespace {

const CoordinateSystem unit;  // -100 to 100

void expectNear(Point actual, Point expected) {
  EXPECT_NEAR(actual.x, expected.x, 1e-12);
  EXPECT_NEAR(actual.y, expected.y, 1e-12);
}

TEST(Placement, ScalesTheIconToItsExtent) {
  const Affine map = placed({.extent = {{20, 40}, {40, 60}}}, unit);
  expectNear(map({-100, -100}), {20, 40});
  expectNear(map({100, 0}), {40, 50});
}

TEST(Placement, SwappedCornersFlip) {
  const Affine map = placed({.extent = {{10, -10}, {-10, 10}}}, unit);
  expectNear(map({100, 50}), {-10, 5});
}

TEST(Placement, TurnsAboutTheOriginBeforeItIsShifted) {
  const Affine map =
      placed({.origin = {30, 5}, .hasOrigin = true, .extent = {{-10, -10}, {10, 10}}, .rotation = 90}, unit);
  expectNear(map({100, 0}), {30, 15});  // right becomes up
  expectNear(map({0, 100}), {20, 5});   // up becomes left
}

TEST(Placement, TurnsAboutZeroAndNotAboutTheMiddleOfTheExtent) {
  const Affine map = placed({.extent = {{10, 0}, {30, 20}}, .rotation = 180}, unit);
  expectNear(map({-100, -100}), {-10, 0});
  expectNear(map({100, 100}), {-30, -20});
}

TEST(Placement, AnAsymmetricIconFlipsAboutItsOwnCoordinates) {
  CoordinateSystem wide;
  wide.extent = {{-180, -80}, {180, 80}};
  const Affine map = placed({.extent = {{18, -8}, {-18, 8}}}, wide);
  expectNear(map({-180, 40}), {18, 4});
}

TEST(Placement, RightAnglesAreExact) {
  for (const double angle : {0.0, 90.0, -90.0, 180.0, 270.0, 360.0, -270.0, 450.0}) {
    const Affine map = rotationBy(angle);
    for (const double entry : {map.xx, map.xy, map.yx, map.yy})
      EXPECT_TRUE(entry == 0 || entry == 1 || entry == -1) << angle;
  }
}

TEST(Outline, BezierGoesThroughTheMiddlesOfItsPieces) {
  Primitive line;
  line.smooth = Smooth::bezier;
  line.points = {{0, 0}, {10, 0}, {10, 10}, {20, 10}};
  const Path path = outline(line);
  ASSERT_EQ(path.size(), 5u);
  EXPECT_EQ(path[1].points[0], (Point{5, 0})) << "the first half is straight";
  EXPECT_EQ(path[2].command, 'Q');
  EXPECT_EQ(path[2].points[0], (Point{10, 0})) << "a given point is a control point";
  EXPECT_EQ(path[2].points[1], (Point{10, 5}));
  EXPECT_EQ(path[4].points[0], (Point{20, 10}));
}

TEST(Outline, AnEllipseIsACircleStretchedAfterItsAngles) {
  Primitive ellipse;
  ellipse.kind = PrimitiveKind::ellipse;
  ellipse.extent = {{-20, -10}, {20, 10}};
  ellipse.startAngle = 0;
  ellipse.endAngle = 45;
  ellipse.closure = EllipseClosure::radial;
  const Path path = outline(ellipse);
  expectNear(path.front().points[0], {20, 0});
  expectNear(path[1].points[2], {20 * std::sqrt(0.5), 10 * std::sqrt(0.5)});
  EXPECT_EQ(path[2].points[0], (Point{0, 0})) << "radial: by the centre";
  EXPECT_EQ(path.back().command, 'Z');
}

TEST(Outline, ArcsStayOnTheEllipse) {
  Primitive circle;
  circle.kind = PrimitiveKind::ellipse;
  circle.extent = {{-1, -1}, {1, 1}};
  const Path path = outline(circle);
  Point from = path.front().points[0];
  for (const PathPiece& piece : path) {
    if (piece.command != 'C') continue;
    const Point middle = 0.125 * from + 0.375 * piece.points[0] + 0.375 * piece.points[1] + 0.125 * piece.points[2];
    EXPECT_NEAR(length(middle), 1, 1e-5);
    from = piece.points[2];
  }
}

TEST(Outline, CornersAreNoRounderThanTheRectangleAllows) {
  Primitive box;
  box.kind = PrimitiveKind::rectangle;
  box.extent = {{0, 0}, {40, 10}};
  box.radius = 25;
  for (const PathPiece& piece : outline(box))
    for (std::size_t i = 0; i < piece.count(); ++i) {
      EXPECT_GE(piece.points[i].y, 0);
      EXPECT_LE(piece.points[i].y, 10);
    }
}

Primitive wordIn(const Extent& extent) {
  Primitive text;
  text.kind = PrimitiveKind::text;
  text.extent = extent;
  text.shown = "valve";
  return text;
}

TEST(PlacedText, IsNeverUpsideDownNorMirrored) {
  const Primitive word = wordIn({{-50, -10}, {50, 10}});
  for (const double rotation : {0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0})
    for (const bool isFlipped : {false, true}) {
      const Extent extent = isFlipped ? Extent{{10, -10}, {-10, 10}} : Extent{{-10, -10}, {10, 10}};
      const PlacedText text = placeText(word, placed({.extent = extent, .rotation = rotation}, unit), 1);
      EXPECT_GT(text.angle, -90) << rotation;
      EXPECT_LE(text.angle, 90) << rotation;
      EXPECT_GT(text.fontSize, 0);
    }
}

TEST(PlacedText, FitsItsExtentBothWays) {
  const PlacedText high = placeText(wordIn({{-1000, -10}, {1000, 10}}), Affine{}, 1);
  EXPECT_LE(high.fontSize, 20);
  EXPECT_GE(high.fontSize, 15);
  const PlacedText narrow = placeText(wordIn({{-10, -10}, {10, 10}}), Affine{}, 1);
  EXPECT_LT(narrow.fontSize, high.fontSize) << "a narrow extent makes letters smaller";
  const PlacedText withoutWidth = placeText(wordIn({{0, -10}, {0, 10}}), Affine{}, 1);
  EXPECT_EQ(withoutWidth.fontSize, high.fontSize) << "without a width only the height counts";
}

}  // namespace
}  // namespace dashpot::drawing
