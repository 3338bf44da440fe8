within Dashpot.Hydraulics.Valves;
model ReliefValveTable "Relief valve from a curve of its catalogue"
  extends BoxIcon;
  extends Interfaces.Restriction(dp(start = dp_table[size(dp_table, 1)]));
  parameter Units.Pressure dp_table[:] = {0, 100e5, 105e5, 112e5, 120e5} "Pressure drops, increasing";
  parameter Units.VolumeFlowRate Q_table[size(dp_table, 1)] = {0, 0, 5e-4, 1e-3, 1.4e-3} "Flows at these";
  parameter Units.Time T(min = 0) = 0 "Time constant of the flow; 0: none";
  parameter Units.HydraulicConductance G_leak = 1e-15 "Leakage when closed, laminar" annotation(__Dashpot(role = "leakage"));
  Units.VolumeFlowRate Q_curve "Flow without the leakage";
  Units.VolumeFlowRate Q_steady "Flow on the curve in the steady state";
initial equation
  if T > 0 then
    Q_curve = 0;
  end if;
equation
  Q_steady = Functions.interpolate(dp, dp_table, Q_table);
  if T > 0 then
    T*der(Q_curve) = Q_steady - Q_curve;
  else
    Q_curve = Q_steady;
  end if;
  Q = Q_curve + G_leak*dp;
  annotation(__Dashpot(role = {"passage", "closable", "oneWay"}), defaultComponentName = "relief", Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Line(origin = DynamicSelect({0, 0}, {0, -20*min(1, max(0, Q_curve/(abs(Q_curve) + 1e-5)))}), points = {{-40, 20}, {30.4, 20}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {0, -20*min(1, max(0, Q_curve/(abs(Q_curve) + 1e-5)))}), points = {{40, 20}, {24, 25.5}, {24, 14.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{-60, 0}, {-60, 60}, {0, 60}, {0, 40}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
      Ellipse(extent = {{-65, -5}, {-55, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}),
    Documentation(info = "<html><p>A monotone cubic through the points, straight on beyond them. Begin the table with two points without flow, so that the valve is closed below, but for its leakage: 1 ml/min at 200 bar.</p></html>"));
end ReliefValveTable;
