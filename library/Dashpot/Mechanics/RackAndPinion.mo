within Dashpot.Mechanics;
model RackAndPinion "Turns rotation into translation"
  import Dashpot.Units;
  import Dashpot.Interfaces;
  parameter Units.Length r(min = 1e-9) = 0.05 "Radius of the pinion: travel per radian";
  Interfaces.Shaft_a shaft "Pinion" annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  Interfaces.Flange_b flange "Rack" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
equation
  flange.s = r*shaft.phi;
  shaft.tau + r*flange.f = 0;
  annotation(
    Icon(graphics = {
      Polygon(points = {{-70, -65}, {-70, -48}, {-65, -40}, {-55, -40}, {-50, -48}, {-42, -48}, {-37, -40}, {-27, -40}, {-22, -48}, {-14, -48}, {-9, -40}, {1, -40}, {6, -48}, {14, -48}, {19, -40}, {29, -40}, {34, -48}, {42, -48}, {47, -40}, {57, -40}, {62, -48}, {70, -48}, {70, -65}, {-70, -65}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
      Ellipse(extent = {{-42, 42}, {42, -42}}, lineColor = {95, 95, 95}, fillColor = {220, 220, 220}, fillPattern = FillPattern.Solid),
      Ellipse(extent = {{-8, 8}, {8, -8}}, lineColor = {95, 95, 95}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-90, 0}, {-8, 0}}, color = {95, 95, 95}),
      Line(points = {{70, -57}, {80, -57}, {80, 0}, {90, 0}}, color = {0, 127, 0}),
      Text(extent = {{-150, 92}, {150, 60}}, textString = "%name"),
      Text(extent = {{-150, -75}, {150, -103}}, textString = "r = %r")}),
    Documentation(info = "<html><p><code>s = r phi</code>, and no power is lost: <code>tau phi' + f s' = 0</code>. Also a drum with a rope, or a screw with
<code>r</code> = lead/(2 pi). Typical: r 20 to 200 mm.</p></html>"));
end RackAndPinion;
