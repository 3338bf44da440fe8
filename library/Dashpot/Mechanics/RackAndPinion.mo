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
      Ellipse(extent = {{-50, 50}, {30, -30}}, lineColor = {95, 95, 95}, fillColor = {220, 220, 220}, fillPattern = FillPattern.Solid),
      Line(points = {{-90, 0}, {-10, 10}}, color = {95, 95, 95}), Rectangle(extent = {{-80, -30}, {80, -50}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
      Line(points = {{80, -40}, {90, 0}}, color = {0, 127, 0}), Text(extent = {{-150, 110}, {150, 70}}, textString = "%name", textColor = {0, 0, 255})}),
    Documentation(info = "<html><p><code>s = r phi</code>, and no power is lost: <code>tau phi' + f s' = 0</code>. Also a drum with a rope, or a screw with
<code>r</code> = lead/(2 pi). Typical: r 20 to 200 mm.</p></html>"));
end RackAndPinion;
