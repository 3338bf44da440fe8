within Dashpot.Hydraulics.Valves;
partial model HandroosIdentification "Relief valve from two points of its catalogue (Handroos and Vilenius 1990)"
  extends BoxIcon;
  extends Interfaces.Restriction;
  parameter Units.Pressure p_set(min = 0) = 10e6 "It begins to open at this pressure drop" annotation(__Dashpot(role = {"pressure", "limit"}));
  parameter Units.Pressure p_set1(min = 0) = 10e6 "First point: set pressure drop" annotation(Dialog(group = "Catalogue"));
  parameter Units.Pressure dp1(min = 0) = 11e6 "First point: pressure drop" annotation(Dialog(group = "Catalogue"));
  parameter Units.VolumeFlowRate Q1(min = 1e-12) = 1e-2/60 "First point: flow" annotation(Dialog(group = "Catalogue"));
  parameter Units.Pressure p_set2(min = 0) = 12e6 "Second point: set pressure drop" annotation(Dialog(group = "Catalogue"));
  parameter Units.Pressure dp2(min = 0) = 13e6 "Second point: pressure drop" annotation(Dialog(group = "Catalogue"));
  parameter Units.VolumeFlowRate Q2(min = 1e-12) = 6e-2/60 "Second point: flow" annotation(Dialog(group = "Catalogue"));
  parameter Bracket bracket = Bracket.setting "What the flow coefficient depends on" annotation(Evaluate = true, Dialog(group = "Catalogue"));
  parameter Units.Pressure dp_laminar(min = 1e-3) = 1e4 "The root of the pressure passes through zero as a parabola below it";
  parameter Boolean againstAmbient = false "Opening and flow go by the inlet pressure above ambient, as published; else by the pressure drop" annotation(Evaluate = true);
  parameter Units.Pressure corner(min = 0) = 0 "It begins to open gradually within this pressure above p_set; 0: a sharp corner";
  parameter Units.HydraulicConductance G_leak = 1e-15 "Leakage when closed, laminar" annotation(__Dashpot(role = "leakage"));
  final parameter Real S1 = (dp1 - p_set1)*sqrt(dp1)/Q1 "(dp - p_set) sqrt(dp)/Q at the first point";
  final parameter Real S2 = (dp2 - p_set2)*sqrt(dp2)/Q2 "The same at the second";
  final parameter Real c2 = if bracket == Bracket.setting then (S1 - S2)/(p_set1 - p_set2) else (S1 - S2)/(dp1 - dp2);
  final parameter Real c1 = if bracket == Bracket.setting then S1 - c2*p_set1 else S1 - c2*dp1;
  Units.Pressure p_in "Pressure that opens the valve";
  Real K(nominal = 1e-7) "Flow coefficient: Q = K sqrt(p)";
  Real stiffness "c1 + c2 p_set or c1 + c2 dp";
  Real K_steady "Flow coefficient in the steady state";
equation
  p_in = if againstAmbient then port_a.p - fluid.p_ambient else dp;
  stiffness = c1 + c2*(if bracket == Bracket.setting then p_set else p_in);
  K_steady = Functions.opening(p_in - p_set, corner)/stiffness;
  Q = noEvent(max(K, 0))*Functions.root(p_in, dp_laminar) + G_leak*p_in;
  annotation(__Dashpot(role = {"passage", "closable", "oneWay"}), Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Line(origin = DynamicSelect({0, 0}, {0, -20*min(1, max(0, K*stiffness/max(0.1*p_set, 1e5)))}), points = {{-40, 20}, {30.4, 20}}, color = {0, 60, 160}),
      Polygon(origin = DynamicSelect({0, 0}, {0, -20*min(1, max(0, K*stiffness/max(0.1*p_set, 1e5)))}), points = {{40, 20}, {24, 25.5}, {24, 14.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Line(points = {{-60, 0}, {-60, 60}, {0, 60}, {0, 40}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
      Ellipse(extent = {{-65, -5}, {-55, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, -92}, {150, -118}}, textString = "%p_set")}),
    Documentation(info = "<html><p>Q = K sqrt(p); in the steady state K = (p - p_set)/(c1 + c2 p_set). With S_i = (dp_i - p_set,i) sqrt(dp_i)/Q_i at two catalogue points, c2 = (S1 - S2)/(p_set1 - p_set2)
and c1 = S1 - c2 p_set1. The published formulas for c1 and c2 belong to a bracket c1 + c2 dp (Esque 2008, eq. 3.9, simplified), which changes its sign at some pressure: choose
<code>bracket = drop</code> for it. SI units of c1: Pa^1.5 s/m3. Closed it leaks 1 ml/min at 200 bar.</p></html>"));
end HandroosIdentification;
