within Dashpot.Hydraulics;
package Resistances "Orifices, gaps, fittings: flow by pressure difference"

  partial model Icon "Two curved restrictions"
    annotation(Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{-100, 0}, {100, 0}}, color = {0, 60, 160}),
        Text(extent = {{-150, 80}, {150, 48}}, textString = "%name")}));
  end Icon;

  function orificeFlow "Volume flow through an opening: laminar near zero, turbulent beyond"
    input Units.Pressure dp "Pressure drop";
    input Units.Area A "Area of the opening";
    input Units.Diameter d "Its hydraulic diameter";
    input Real C_q "Discharge coefficient";
    input Real Re "Reynolds number of the transition: (C_q/delta)^2";
    input Units.Density rho;
    input Units.KinematicViscosity nu;
    output Units.VolumeFlowRate Q;
  algorithm
    Q := C_q*A*sqrt(2/rho)*Functions.root(dp, transitionPressure(d, C_q, Re, rho, nu));
    annotation(Inline = true, Documentation(info = "<html><p>Ellman and Piche 1996 as corrected here: dp_tr = 9 nu^2 Re^2 rho/(8 C_q^2 d^2);
above it Q = C_q A sqrt(2 dp/rho), below Q = 3 A nu Re/(4 d) r (3 - r) with r = dp/dp_tr. Value and slope are continuous; odd in dp. At the transition Q d/(A nu) = 1.5 Re.</p>
<p>Near zero Q = 2 C_q^2/Re A d dp/mu. With Re = (C_q/delta)^2 that is 2 delta^2 A d dp/mu, the law of a laminar coefficient delta: 0.2 for the sharp-edged holes of hydraulics (Q = pi d^3 dp/(50.4 mu), attributed to
Wuest 1954; the constant is not checked against the paper). The exact creeping flow through a hole in a plate without thickness is Q = d^3 dp/(24 mu) (Sampson 1891), two thirds of it, which is delta = 1/sqrt(12 pi) = 0.163: give Re = 12 pi C_q^2 where
that matters.</p></html>"));
  end orificeFlow;

  function transitionPressure "Pressure drop at which the flow through an orifice becomes turbulent"
    input Units.Diameter d;
    input Real C_q;
    input Real Re;
    input Units.Density rho;
    input Units.KinematicViscosity nu;
    output Units.Pressure dp;
  algorithm
    dp := 9/8*rho*(nu*Re/(C_q*d))^2;
    annotation(Inline = true, Documentation(info = "<html><p>dp_tr = 9 nu^2 Re^2 rho/(8 C_q^2 d^2), where the turbulent and the laminar branch of <code>orificeFlow</code> meet with equal slope.</p></html>"));
  end transitionPressure;

  model Orifice "Sharp-edged orifice"
    extends Icon;
    extends Interfaces.Restriction;
    parameter Units.Diameter d(min = 1e-6) = 2e-3 "Diameter" annotation(__Dashpot(role = "length"));
    parameter Real C_q(min = 0.01, max = 1) = fluid.C_q "Discharge coefficient";
    parameter Real Re(min = 1) = fluid.Re_transition "Reynolds number of the transition";
    final parameter Units.Area A = Units.pi*d^2/4 "Area";
    final parameter Units.Pressure dp_transition = transitionPressure(d, C_q, Re, fluid.rho, fluid.nu) "Turbulent above it";
  equation
    Q = orificeFlow(dp, A, d, C_q, Re, fluid.rho, fluid.nu);
    annotation(__Dashpot(role = "passage"), defaultComponentName = "orifice", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{-20, 30}, {0, 10}, {20, 30}}, color = {0, 60, 160}),
        Line(points = {{-20, -30}, {0, -10}, {20, -30}}, color = {0, 60, 160}),
        Text(extent = {{-150, -34}, {150, -62}}, textString = "%d")}),
      Documentation(info = "<html><p>Q = C_q A sqrt(2 dp/rho) above dp_tr = 9 nu^2 Re^2 rho/(8 C_q^2 d^2), a parabola of the same value and slope
below, with the finite slope 9 A nu Re/(4 d dp_tr) at zero (Ellman and Piche 1996; Esque 2008, eq. 3.7, with d^2 where the print has D). The inertia of the jet is
neglected, the density is that at ambient pressure.</p>
<p>The transition of a sharp edge lies at Re = (C_q/delta)^2 with the laminar coefficient delta = 0.2 of a round hole (Wuest 1954; Merritt 1967, section 3-4; Borutzky, Barnard and Thoma
2002): about 9. So an orifice of 0.8 mm in oil of 46 mm2/s is turbulent above 0.01 bar. The curve lies within 25 % of the empirical one of Wu, Burton and Schoenau (2002; its coefficients are not checked against the paper) at any Reynolds number, and
near zero 1.5 times above the creeping flow through a plate without thickness (see <code>orificeFlow</code>). A long
or rounded orifice stays laminar longer: give it Re 100 to 2000.</p>
<p>Typical: C_q 0.6 to 0.7; d 0.3 to 5 mm.</p></html>"));
  end Orifice;

  model VariableOrifice "Orifice whose area follows a signal"
    extends Icon;
    extends Interfaces.Restriction;
    parameter Units.Diameter d(min = 1e-6) = 2e-3 "Diameter when fully open" annotation(__Dashpot(role = "length"));
    parameter Real C_q(min = 0.01, max = 1) = fluid.C_q "Discharge coefficient";
    parameter Real Re(min = 1) = fluid.Re_transition "Reynolds number of the transition";
    parameter Units.HydraulicConductance G_leak = 1e-14 "Leakage past the closed edge, laminar" annotation(__Dashpot(role = "leakage"));
    final parameter Units.Area A = Units.pi*d^2/4 "Area when fully open";
    Dashpot.Interfaces.RealInput opening "0 closed, 1 open" annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 90, origin = {-60, -100})));
  equation
    Q = orificeFlow(dp, noEvent(min(max(opening, 0), 1))*A, d, C_q, Re, fluid.rho, fluid.nu) + G_leak*dp;
    annotation(__Dashpot(role = "closable"), defaultComponentName = "orifice", Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Line(origin = DynamicSelect({0, 0}, {0, 10*(min(1, max(0, opening)) - 1)}), points = {{-20, 30}, {0, 10}, {20, 30}}, color = {0, 60, 160}),
        Line(origin = DynamicSelect({0, 0}, {0, -10*(min(1, max(0, opening)) - 1)}), points = {{-20, -30}, {0, -10}, {20, -30}}, color = {0, 60, 160}),
        Line(points = {{-60, -100}, {-60, -60}}, color = {0, 0, 127}),
        Line(points = {{-60, -60}, {37.2, 37.2}}, color = {0, 60, 160}),
        Polygon(points = {{44, 44}, {28.8, 36.6}, {36.6, 28.8}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{-30, -34}, {150, -62}}, textString = "%d", horizontalAlignment = TextAlignment.Left)}), Documentation(info = "<html><p>As Orifice with the area opening A, limited to [0, A]; the transition keeps the diameter of the
open orifice. Closed it leaks G_leak dp, as the directional valves do.</p></html>"));
  end VariableOrifice;

  type LaminarZone = enumeration(parabola "Value and slope continuous", line "Linear up to the boundary, with a kink there (HASP)") "How the flow passes through zero";

  model RatedOrifice "Orifice given by its flow at a pressure drop"
    extends Icon;
    extends Interfaces.Restriction;
    parameter Units.VolumeFlowRate Q_rated(min = 0) = 1e-3 "Rated flow" annotation(__Dashpot(role = {"size", "flow"}));
    parameter Units.Pressure dp_rated(min = 1e-3) = 70e5 "Pressure drop at the rated flow";
    parameter Units.Pressure dp_laminar(min = 1e-3) = 1e5 "Laminar below this drop";
    parameter LaminarZone zone = LaminarZone.parabola "How the flow passes through zero" annotation(Evaluate = true);
    final parameter Real k = Q_rated/sqrt(dp_rated) "Q = k sqrt(dp); in m3/(s Pa^0.5)";
  equation
    Q = if zone == LaminarZone.parabola then k*Functions.root(dp, dp_laminar)
      elseif noEvent(abs(dp) <= dp_laminar) then k*dp/sqrt(dp_laminar) else k*sign(dp)*sqrt(noEvent(max(abs(dp), dp_laminar)));
    annotation(__Dashpot(role = "passage"), defaultComponentName = "orifice", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{-20, 30}, {0, 10}, {20, 30}}, color = {0, 60, 160}),
        Line(points = {{-20, -30}, {0, -10}, {20, -30}}, color = {0, 60, 160}),
        Text(extent = {{-150, -34}, {150, -62}}, textString = "%Q_rated")}),
      Documentation(info = "<html><p>Q = Q_rated sqrt(dp/dp_rated), as catalogues state it; laminar near zero (HASP's OR3Z). HASP's zone is a straight
line through the boundary, with half the slope missing there; the default is the parabola with continuous slope.</p></html>"));
  end RatedOrifice;

  model LinearResistance "Flow in proportion to the pressure drop"
    extends Icon;
    extends Interfaces.Restriction;
    parameter Units.HydraulicConductance G = 1e-10 "Flow per pressure drop";
  equation
    Q = G*dp;
    annotation(__Dashpot(role = "passage"), defaultComponentName = "resistance", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Ellipse(extent = {{-35, 10}, {35, 80}}, lineColor = {0, 60, 160}, startAngle = 210, endAngle = 330, closure = EllipseClosure.None),
        Ellipse(extent = {{-35, -80}, {35, -10}}, lineColor = {0, 60, 160}, startAngle = 30, endAngle = 150, closure = EllipseClosure.None)}),
      Documentation(info = "<html><p>Q = G dp: any laminar passage.</p></html>"));
  end LinearResistance;

  model LaminarTube "Straight tube with laminar flow, without inertia"
    extends Icon;
    extends Interfaces.Restriction;
    parameter Units.Length L(min = 1e-6) = 1 "Length";
    parameter Units.Diameter D = 0.01 "Inner diameter" annotation(__Dashpot(role = {"size", "length"}));
    Real Re = abs(Q)*4/(Units.pi*D*fluid.nu) "Reynolds number; valid below 2300";
  equation
    Q = Units.pi*D^4/(128*fluid.nu*fluid.rho*L)*dp;
    annotation(__Dashpot(role = "passage"), defaultComponentName = "tube", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{-40, 30}, {-30, 10}, {30, 10}, {40, 30}}, color = {0, 60, 160}),
        Line(points = {{-40, -30}, {-30, -10}, {30, -10}, {40, -30}}, color = {0, 60, 160}),
        Text(extent = {{-150, -34}, {150, -62}}, textString = "%L, %D")}),
      Documentation(info = "<html><p>Hagen and Poiseuille: Q = pi D^4 dp/(128 nu rho L). Valid for Re &lt; 2300; Re is a variable to look at.</p></html>"));
  end LaminarTube;

  model AnnularGap "Leakage between a piston or spool and its bore"
    extends Icon;
    extends Interfaces.Restriction;
    parameter Units.Diameter d = 0.02 "Diameter" annotation(__Dashpot(role = {"size", "length"}));
    parameter Units.Length h(min = 0) = 10e-6 "Radial clearance when concentric";
    parameter Units.Length L(min = 1e-6) = 0.02 "Length of the gap";
    parameter Real e(min = 0, max = 1) = 0 "Eccentricity in parts of the clearance";
  equation
    Q = Units.pi*d*h^3*(1 + 1.5*e^2)/(12*fluid.nu*fluid.rho*L)*dp;
    annotation(__Dashpot(role = "passage"), defaultComponentName = "gap", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Rectangle(extent = {{-40, 10}, {40, 26}}, lineColor = {0, 60, 160}),
        Rectangle(extent = {{-40, -26}, {40, -10}}, lineColor = {0, 60, 160}),
        Text(extent = {{-150, -34}, {150, -62}}, textString = "%h")}),
      Documentation(info = "<html><p>Q = pi d h^3 (1 + 1.5 e^2) dp/(12 mu L), laminar (Merritt 1967). Motion of the piston is not taken into account. Typical: h 3 to 20 um.</p></html>"));
  end AnnularGap;

  model Fitting "Bend, tee, filter: a loss coefficient"
    extends Icon;
    extends Interfaces.Restriction;
    parameter Units.Diameter D(min = 1e-6) = 0.01 "Inner diameter" annotation(__Dashpot(role = "length"));
    parameter Real xi(min = 1e-6) = 1.2 "Loss coefficient";
    parameter Real Re(min = 1) = 1000 "Reynolds number of the transition";
  equation
    Q = orificeFlow(dp, Units.pi*D^2/4, D, 1/sqrt(xi), Re, fluid.rho, fluid.nu);
    annotation(__Dashpot(role = "passage"), defaultComponentName = "fitting", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{-20, 30}, {0, 10}, {20, 30}}, color = {0, 60, 160}),
        Line(points = {{-20, -30}, {0, -10}, {20, -30}}, color = {0, 60, 160}),
        Text(extent = {{-150, -34}, {150, -62}}, textString = "xi = %xi")}),
      Documentation(info = "<html><p>dp = xi rho/2 (Q/A)^2, laminar near zero as an orifice with C_q = 1/sqrt(xi), where the loss coefficient is xi Re divided by the present
Reynolds number (Hooper 1981 finds xi Re = 500 to 1500 for bends, tees and valves). Typical: xi 0.2 to 5, a bend 0.2 to 1.2, a tee 1.3, a check valve 2 to 5.</p></html>"));
  end Fitting;

  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Line(points = {{-80, 0}, {80, 0}}, color = {0, 60, 160}),
      Line(points = {{-36, 54}, {0, 18}, {36, 54}}, color = {0, 60, 160}),
      Line(points = {{-36, -54}, {0, -18}, {36, -54}}, color = {0, 60, 160})}),
    Documentation(info = "<html><p>All flows are smooth through zero and odd in the pressure drop.</p></html>"));
end Resistances;
