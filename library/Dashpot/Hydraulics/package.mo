within Dashpot;
package Hydraulics "Fluid power: fluids, sources, pumps, volumes, lines, resistances, valves, actuators, sensors"
  annotation(
    Documentation(info = "<html>
<p>A circuit has one fluid: declare <code>inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid;</code> in it (or another set of
<a href=\"modelica://Dashpot.Hydraulics.Fluids\">Fluids</a>); every component takes its data from there.</p>
<p>Ports carry the absolute pressure and the mass flow. Parameters that set a valve, a pump or a spring are
differences of pressure, and so are signals: what a gauge shows. Start values and sources are absolute, with defaults at the pressure of the surroundings: write
<code>fluid.p_ambient + 100*bar</code> for a gauge pressure of 100 bar. Fluid flows forward from port_a to port_b, through pumps and motors too.</p>
<p>Any port may be connected to any other. What has a pressure as state (volume, chamber, accumulator, line) and what computes a flow from two
pressures (resistance, valve, pump) fit best when they alternate; two volumes side by side become one with the sum of their
capacities, two resistances in series get an unknown pressure between them, which is solved for.</p></html>"),
    Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 60, 160}, lineThickness = 1),
      Polygon(points = {{0, 60}, {-24, 24}, {24, 24}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}));
end Hydraulics;
