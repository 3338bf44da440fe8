within Dashpot.Hydraulics.Valves;
model Valve22 "2/2 directional valve: open or closed, or between"
  extends Interfaces.Restriction;
  parameter Units.Diameter d(min = 1e-6) = 6e-3 "Diameter when fully open" annotation(__Dashpot(role = "length"));
  parameter Real lap(min = -0.5, max = 0.9) = 0 "Overlap in parts of the stroke";
  parameter Real corner(min = 0) = 0.02 "It begins to open gradually within this part of the stroke";
  parameter Real exponent(min = 1) = 1 "Area over stroke: 1 a slot, 1.5 to 2 notches and round holes";
  parameter Real C_q(min = 0.01, max = 1) = fluid.C_q "Discharge coefficient";
  parameter Real Re(min = 1) = fluid.Re_transition "Reynolds number of the transition";
  parameter Units.HydraulicConductance G_leak = 1e-14 "Leakage past the closed edge, laminar" annotation(__Dashpot(role = "leakage"));
  Dashpot.Interfaces.RealInput u "0 closed, 1 open" annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 90, origin = {0, -200})));
  Real opening "Open part of the area";
equation
  opening = edgeOpening(u, lap, corner, exponent);
  Q = Resistances.orificeFlow(dp, opening*Units.pi*d^2/4, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*dp;
  annotation(__Dashpot(role = "closable"), defaultComponentName = "valve", Icon(coordinateSystem(extent = {{-100, -200}, {100, 120}}), graphics = {
      Line(points = {{-100, 0}, {-40, 0}}, color = {0, 60, 160}),
      Line(points = {{40, 0}, {100, 0}}, color = {0, 60, 160}),
      Line(points = DynamicSelect({{0, -200}, {0, -180}}, {{0, -200}, {0, 80*min(1, max(0, u)) - 180}}), color = {0, 0, 127}),
      Rectangle(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), extent = {{-40, -40}, {40, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Rectangle(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), extent = {{-40, -120}, {40, -40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), points = {{-40, 0}, {-20, 0}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), points = {{-20, -11}, {-20, 11}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), points = {{40, 0}, {20, 0}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), points = {{20, 11}, {20, -11}}, color = {0, 60, 160}),
      Line(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), points = {{-40, -80}, {30.4, -80}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), points = {{40, -80}, {24, -74.5}, {24, -85.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), points = {{20, 40}, {-20, 47}, {20, 54}, {-20, 61}, {20, 68}, {-20, 75}, {20, 82}, {-20, 90}}, color = {0, 60, 160}),
      Rectangle(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), extent = {{-20, -180}, {20, -120}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(origin = DynamicSelect({0, 0}, {0, 80*min(1, max(0, u))}), points = {{-20, -160}, {20, -140}}, color = {0, 60, 160}),
      Text(extent = {{46, -60}, {186, -92}}, textString = "%name")}),
    Documentation(info = "<html><p>An orifice with the area of its edge. Closed it leaks as a spool of 10 mm with a clearance of some micrometres does, 13 ml/min at 210 bar; for a seat valve give
G_leak = 2e-16.</p></html>"));
end Valve22;
