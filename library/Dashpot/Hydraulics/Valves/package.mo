within Dashpot.Hydraulics;
package Valves "Check, pressure, flow and directional valves, and what moves their spools"
  type Centre = enumeration(
    closed "All ports blocked",
    open "All ports connected (H)",
    tandem "P to T, A and B blocked",
    floating "A and B to T, P blocked",
    pressurised "P to A and B, T blocked") "Connections of a 4/3 valve in its middle position";

  type Bracket = enumeration(setting "c1 + c2 p_set", drop "c1 + c2 dp") "What the flow coefficient of a relief valve depends on";

  partial model BoxIcon "One position, held by a spring that can be adjusted"
    annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Line(points = {{-100, 0}, {-40, 0}}, color = {0, 60, 160}),
        Line(points = {{40, 0}, {100, 0}}, color = {0, 60, 160}),
        Rectangle(extent = {{-40, -40}, {40, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-20, -40}, {20, -47}, {-20, -54}, {20, -61}, {-20, -68}, {20, -75}, {-20, -82}, {20, -90}}, color = {0, 60, 160}),
        Line(points = {{-38, -88}, {30.6, -50.1}}, color = {0, 60, 160}),
        Polygon(points = {{38, -46}, {23.3, -48.4}, {28.2, -57.1}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, 100}, {150, 68}}, textString = "%name")}));
  end BoxIcon;

  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Rectangle(extent = {{-80, -40}, {0, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Rectangle(extent = {{0, -40}, {80, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-60, -40}, {-60, 30.4}}, color = {0, 60, 160}),
      Polygon(points = {{-60, 40}, {-65.5, 24}, {-54.5, 24}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{-20, 40}, {-20, -30.4}}, color = {0, 60, 160}),
      Polygon(points = {{-20, -40}, {-14.5, -24}, {-25.5, -24}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{20, -40}, {55.7, 31.4}}, color = {0, 60, 160}),
      Polygon(points = {{60, 40}, {47.9, 28.1}, {57.8, 23.2}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{20, 40}, {55.7, -31.4}}, color = {0, 60, 160}),
      Polygon(points = {{60, -40}, {57.8, -23.2}, {47.9, -28.1}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}),
    Documentation(info = "<html><p>Set pressures are differences. Openings begin gradually (cubics). Closed valves leak a little, as real ones do: spools 1e-14, seats 2e-16, relief valves 1e-15 m3/(s.Pa), that is 13, 0.25 and 1 ml/min at about
200 bar. G_leak = 0 is allowed, but two such valves in series without a volume between them then leave the pressure there undetermined. Signals of directional valves go from -1 to 1.</p></html>"));
end Valves;
