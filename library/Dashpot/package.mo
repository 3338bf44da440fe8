within ;
package Dashpot "Components for stiff physical systems: hydraulics first, with the mechanics, electrics, heat and signals of real machines"
  annotation(
    version = "0.1.0",
    Documentation(info = "<html>
<p>Plain Modelica 3.6 without dependence on another library. Connectors carry the variables of the Modelica Standard
Library's connectors, so that components of both connect: translational <code>s, f</code>, rotational <code>phi, tau</code>,
electrical <code>v, i</code>, heat <code>T, Q_flow</code>; hydraulic ports carry the absolute pressure <code>p</code> and the mass
flow <code>m_flow</code>, positive into the component.</p>
<p>Values are in SI units; <code>displayUnit</code> names what an engineer wants to read: bar, l/min, mm, kN, rpm.</p>
</html>"),
    Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 120}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Line(points = {{-80, 0}, {-30, 0}}, color = {0, 60, 120}, thickness = 1),
      Line(points = {{-30, 40}, {-30, -40}}, color = {0, 60, 120}, thickness = 1),
      Line(points = {{40, 50}, {-50, 50}}, color = {0, 60, 120}, thickness = 1),
      Line(points = {{40, -50}, {-50, -50}}, color = {0, 60, 120}, thickness = 1),
      Line(points = {{40, 50}, {40, -50}}, color = {0, 60, 120}, thickness = 1),
      Line(points = {{40, 0}, {80, 0}}, color = {0, 60, 120}, thickness = 1)}));
end Dashpot;
