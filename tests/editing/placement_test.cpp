#include "edited.hpp"

#include <cmath>

namespace dashpot::editing {
namespace {

using ::testing::HasSubstr;

Gesture moving(std::string component, Point to) {
  return [=](const File& file) { return move(file, "", component, to); };
}
Gesture rotating(std::string component, double by) {
  return [=](const File& file) { return rotate(file, "", component, by); };
}
Gesture flipping(std::string component, Flip direction) {
  return [=](const File& file) { return flip(file, "", component, direction); };
}

/// A model with one component and its annotation.
std::string modelOf(const std::string& declaration) { return "model M\n  " + declaration + ";\nend M;\n"; }
std::string placed(const std::string& transformation) {
  return modelOf("Pump p annotation(Placement(transformation(" + transformation + ")))");
}

TEST(Move, TheOriginMovesWhereThereIsOne) {
  EXPECT_EQ(
      edited(placed("origin = {10.0, 2e1}, extent = {{-10, -10}, {10, 10}}, rotation = 90"), moving("p", {30, 20})),
      placed("origin = {30, 2e1}, extent = {{-10, -10}, {10, 10}}, rotation = 90"));
}

TEST(Move, TheExtentMovesWhereThereIsNoOrigin) {
  EXPECT_EQ(edited(placed("extent={{-10,-10},{10,10.0}}"), moving("p", {5, 0})), placed("extent={{-5,-10},{15,10.0}}"));
  EXPECT_EQ(edited(placed("extent={{0,0},{1,1}}"), moving("p", {0.25, 0.5})), placed("extent={{-0.25,0},{0.75,1}}"));
}

TEST(Move, ATurnedExtentGetsAnOrigin) {
  EXPECT_EQ(edited(placed("extent = {{-10, -10}, {10, 10}}, rotation = 270"), moving("p", {4, 6})),
            placed("origin = {4, 6}, extent = {{-10, -10}, {10, 10}}, rotation = 270"));
}

TEST(Move, APlaceThatItHasAlreadyChangesNothing) {
  const std::string text = placed("origin = {1, 2}, extent = {{-10, -10}, {10, 10}}");
  EXPECT_EQ(edited(text, moving("p", {1, 2})), text);
}

TEST(Move, WhatHasNoPlacementGetsOne) {
  const std::string origin = "Placement(transformation(origin = {1.5, -2}, extent = {{-10, -10}, {10, 10}}))";
  EXPECT_EQ(edited(modelOf("Pump p"), moving("p", {1.5, -2})), modelOf("Pump p annotation(" + origin + ")"));
  EXPECT_EQ(edited(modelOf("Pump p[3](x = 1) if use \"text\""), moving("p", {1.5, -2})),
            modelOf("Pump p[3](x = 1) if use \"text\" annotation(" + origin + ")"));
  EXPECT_EQ(edited(modelOf("Pump p, q"), moving("p", {1.5, -2})), modelOf("Pump p annotation(" + origin + "), q"));
  EXPECT_EQ(edited(modelOf("Pump p, q"), moving("q", {1.5, -2})), modelOf("Pump p, q annotation(" + origin + ")"));
  EXPECT_EQ(edited(modelOf("replaceable Pump p constrainedby Base"), moving("p", {1.5, -2})),
            modelOf("replaceable Pump p annotation(" + origin + ") constrainedby Base"));
}

TEST(Move, OtherEntriesOfTheAnnotationStay) {
  const std::string origin = "transformation(origin = {1, 2}, extent = {{-10, -10}, {10, 10}})";
  EXPECT_EQ(edited(modelOf("Pump p annotation(Dialog(group = \"g\"))"), moving("p", {1, 2})),
            modelOf("Pump p annotation(Dialog(group = \"g\"), Placement(" + origin + "))"));
  EXPECT_EQ(edited(modelOf("Pump p annotation(Placement(visible = true))"), moving("p", {1, 2})),
            modelOf("Pump p annotation(Placement(visible = true, " + origin + "))"));
  EXPECT_EQ(edited(modelOf("Pump p annotation()"), moving("p", {1, 2})),
            modelOf("Pump p annotation(Placement(" + origin + "))"));
  EXPECT_EQ(edited(modelOf("Pump p annotation(\n    Dialog(tab = \"t\"))"), moving("p", {1, 2})),
            modelOf("Pump p annotation(\n    Dialog(tab = \"t\"),\n    Placement(" + origin + "))"));
  EXPECT_EQ(
      edited(modelOf("Pump p annotation(Placement(visible = use, transformation(origin = {0, 0}, extent = {{-1, -1}, "
                     "{1, 1}}), iconTransformation(extent = {{2, 2}, {3, 3}})))"),
             moving("p", {0, 7})),
      modelOf("Pump p annotation(Placement(visible = use, transformation(origin = {0, 7}, extent = {{-1, -1}, "
              "{1, 1}}), iconTransformation(extent = {{2, 2}, {3, 3}})))"));
}

TEST(Move, AComputedOrInheritedPlacementIsRefused) {
  EXPECT_THAT(refused(placed("origin = {x, 0}, extent = {{0, 0}, {1, 1}}"), moving("p", {1, 2})),
              HasSubstr("the origin of 'p' is not given as numbers"));
  EXPECT_THAT(refused(placed("extent = 2*{{0, 0}, {1, 1}}"), moving("p", {1, 2})), HasSubstr("the extent of 'p'"));
  EXPECT_THAT(refused("model B\n  Real p;\nend B;\nmodel M\n  extends B;\nend M;\n", moving("p", {1, 2})),
              HasSubstr("inherited from B"));
}

TEST(Rotate, TheAngleChangesAndTheMiddleStays) {
  const std::string extent = "extent = {{-10, -10}, {10, 10}}";
  EXPECT_EQ(edited(placed("origin = {1, 2}, " + extent), rotating("p", 90)),
            placed("origin = {1, 2}, " + extent + ", rotation = 90"));
  EXPECT_EQ(edited(placed("origin = {1, 2}, " + extent + ", rotation = 270"), rotating("p", 90)),
            placed("origin = {1, 2}, " + extent + ", rotation = 0"));
  EXPECT_EQ(edited(placed("origin = {1, 2}, rotation = -90, " + extent), rotating("p", -90)),
            placed("origin = {1, 2}, rotation = -180, " + extent));
  EXPECT_EQ(edited(placed("extent = {{20, 30}, {40, 50}}"), rotating("p", 90)),
            placed("origin = {30, 40}, extent = {{-10, -10}, {10, 10}}, rotation = 90"));
  EXPECT_EQ(edited(placed("origin = {1, 2}, extent = {{0, 0}, {4, 2}}"), rotating("p", 90)),
            placed("origin = {4, 1}, extent = {{0, 0}, {4, 2}}, rotation = 90"));
  EXPECT_THAT(refused(modelOf("Pump p"), rotating("p", 90)), HasSubstr("has no placement yet"));
}

TEST(Flip, TheCornersChangePlaces) {
  EXPECT_EQ(edited(placed("origin = {1, 2}, extent = {{-10.0, -5}, {10, 5.00}}"), flipping("p", Flip::horizontal)),
            placed("origin = {1, 2}, extent = {{10, -5}, {-10.0, 5.00}}"));
  EXPECT_EQ(edited(placed("extent = {{20, 30}, {40, 50}}"), flipping("p", Flip::vertical)),
            placed("extent = {{20, 50}, {40, 30}}"));
  // A quarter turn makes left and right of what is top and bottom to the eye.
  EXPECT_EQ(edited(placed("extent = {{-10, -5}, {10, 5}}, rotation = 90"), flipping("p", Flip::horizontal)),
            placed("extent = {{-10, 5}, {10, -5}}, rotation = 90"));
}

/// Where a point of the icon, with coordinates from -1 to 1, is drawn.
Point drawn(const Placement& p, Point icon) {
  const double x = (p.from.x + p.to.x) / 2 + icon.x * (p.to.x - p.from.x) / 2;
  const double y = (p.from.y + p.to.y) / 2 + icon.y * (p.to.y - p.from.y) / 2;
  const double angle = p.rotation * std::acos(-1.0) / 180;
  return {p.origin.x + std::cos(angle) * x - std::sin(angle) * y,
          p.origin.y + std::sin(angle) * x + std::cos(angle) * y};
}

TEST(Placement, GesturesDoWhatTheEyeExpects) {
  for (const double rotation : {0.0, 90.0, 180.0, 270.0, -90.0, 30.0})
    for (const char* extent : {"{{-10, -5}, {10, 5}}", "{{3, 4}, {13, 8}}", "{{13, 4}, {3, 8}}"})
      for (const char* origin : {"", "origin = {7, -3}, "}) {
        const std::string text =
            placed(std::string(origin) + "extent = " + extent +
                   (rotation == 0.0 ? "" : ", rotation = " + std::to_string(static_cast<int>(rotation))));
        SCOPED_TRACE(text);
        const Placement before = *placementOf(File("test.mo", text), "", "p");
        const Point middle = drawn(before, {0, 0});
        const auto after = [&](const Gesture& gesture) {
          return *placementOf(File("test.mo", edited(text, gesture)), "", "p");
        };
        for (const Point corner : {Point{-1, -1}, Point{1, -1}, Point{0.5, 1}}) {
          const Point old = drawn(before, corner);
          const auto expectAt = [&](const Gesture& gesture, Point expected) {
            const Point now = drawn(after(gesture), corner);
            EXPECT_NEAR(now.x, expected.x, 1e-8);
            EXPECT_NEAR(now.y, expected.y, 1e-8);
          };
          expectAt(moving("p", {100, 50}), {old.x + 100 - middle.x, old.y + 50 - middle.y});
          expectAt(rotating("p", 90), {middle.x - (old.y - middle.y), middle.y + (old.x - middle.x)});
          expectAt(flipping("p", Flip::horizontal), {2 * middle.x - old.x, old.y});
          expectAt(flipping("p", Flip::vertical), {old.x, 2 * middle.y - old.y});
        }
      }
}

TEST(Place, TheFormThatIsThereStays) {
  const Placement wanted{{30, 40}, {-10, -20}, {10, 20}, 0};
  const auto placing = [&](const File& file) { return place(file, "", "p", wanted); };
  EXPECT_EQ(edited(placed("extent = {{0, 0}, {1, 1}}"), placing), placed("extent = {{20, 20}, {40, 60}}"));
  EXPECT_EQ(edited(placed("origin = {0, 0}, extent = {{0, 0}, {1, 1}}"), placing),
            placed("origin = {30, 40}, extent = {{-10, -20}, {10, 20}}"));
}

}  // namespace
}  // namespace dashpot::editing
