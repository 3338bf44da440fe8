within Dashpot.Hydraulics;
package Valves "Check, pressure, flow and directional valves, and what moves their spools"
  type Centre = enumeration(
    closed "All ports blocked",
    open "All ports connected (H)",
    tandem "P to T, A and B blocked",
    floating "A and B to T, P blocked",
    pressurised "P to A and B, T blocked") "Connections of a 4/3 valve in its middle position";

  type Bracket = enumeration(setting "c1 + c2 p_set", drop "c1 + c2 dp") "What the flow coefficient of a relief valve depends on";

  partial model BoxIcon "A box with an arrow and a spring"
    annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 60, 160}, thickness = 0.5, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-90, 0}, {-50, 0}}, color = {0, 60, 160}), Line(points = {{50, 0}, {90, 0}}, color = {0, 60, 160}),
      Line(points = {{0, -50}, {-12, -60}, {12, -70}, {-12, -80}, {12, -90}, {0, -98}}, color = {0, 60, 160}),
      Text(extent = {{-150, 110}, {150, 70}}, textColor = {0, 60, 160}, textString = "%name")}));
  end BoxIcon;

  partial model SquaresIcon "Three positions"
    annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-90, 40}, {90, -40}}, lineColor = {0, 60, 160}, thickness = 0.5, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-30, 40}, {-30, -40}}, color = {0, 60, 160}), Line(points = {{30, 40}, {30, -40}}, color = {0, 60, 160}),
      Line(points = {{-75, -40}, {-75, 40}}, color = {0, 60, 160}, arrow = {Arrow.None, Arrow.Filled}), Line(points = {{-45, 40}, {-45, -40}}, color = {0, 60, 160}, arrow = {Arrow.None, Arrow.Filled}),
      Line(points = {{45, -40}, {75, 40}}, color = {0, 60, 160}, arrow = {Arrow.None, Arrow.Filled}), Line(points = {{45, 40}, {75, -40}}, color = {0, 60, 160}, arrow = {Arrow.Filled, Arrow.None}),
      Text(extent = {{-150, 100}, {150, 60}}, textColor = {0, 60, 160}, textString = "%name")}));
  end SquaresIcon;

  annotation(Documentation(info = "<html><p>Set pressures are differences. Openings begin gradually (cubics). Closed valves leak a little, as real ones do: spools 1e-14, seats 2e-16, relief valves 1e-15 m3/(s.Pa), that is 13, 0.25 and 1 ml/min at about
200 bar. G_leak = 0 is allowed, but two such valves in series without a volume between them then leave the pressure there undetermined. Signals of directional valves go from -1 to 1.</p></html>"));
end Valves;
