within Dashpot.Hydraulics;
package Pumps "Displacement pumps and motors with their losses"

  package Losses "Leakage and friction of displacement units"
    partial model Partial "What a unit asks of its losses"
      outer Fluids.Fluid fluid;
      parameter Units.VolumePerAngle D_max = 1e-6 "Largest displacement";
      input Units.AngularVelocity omega "Speed";
      input Units.Pressure dp "Pressure at port_b less that at port_a";
      Units.VolumeFlowRate Q_leak "Flow lost from port_b to port_a";
      Units.Torque tau_loss "Torque lost, in the direction of rotation";
      final parameter Units.DynamicViscosity mu = fluid.nu*fluid.rho "Dynamic viscosity";
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-80, 0}, {80, 0}}, color = {95, 95, 95}),
          Polygon(points = {{84, 0}, {72, 4.5}, {72, -4.5}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
          Line(points = {{0, -80}, {0, 80}}, color = {95, 95, 95}),
          Polygon(points = {{0, 84}, {-4.5, 72}, {4.5, 72}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
          Text(extent = {{-150, -90}, {150, -122}}, textString = "%name")}),
        Documentation(info = "<html><p>A unit gives its speed and pressure difference, the losses answer with a leakage and a torque, both odd.</p></html>"));
    end Partial;

    model Ideal "None"
      extends Partial;
    equation
      Q_leak = 0;
      tau_loss = 0;
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-70, 0}, {70, 0}}, color = {0, 60, 160})}),
        Documentation(info = "<html><p>Q = D omega, tau = D dp.</p></html>"));
    end Ideal;

    model Wilson "Laminar leakage, viscous and dry friction (Wilson 1948)"
      extends Partial;
      parameter Real C_s(min = 0) = 1e-9 "Laminar slip";
      parameter Real C_v(min = 0) = 5e4 "Viscous friction";
      parameter Real C_f(min = 0) = 0.02 "Friction in proportion to the pressure";
      parameter Units.Torque tau_c(min = 0) = 0 "Constant friction";
      parameter Units.VolumeFlowRate Q_c = 0 "Constant loss of flow while turning";
      parameter Units.AngularVelocity omega_small(min = 1e-9) = 1 "The dry friction turns its sign within about this speed";
    equation
      Q_leak = C_s*D_max*dp/mu + Q_c*Functions.sign(omega, omega_small);
      tau_loss = C_v*mu*D_max*omega + (C_f*D_max*abs(dp) + tau_c)*Functions.sign(omega, omega_small);
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-70, -60}, {70, 60}}, color = {0, 60, 160})}),
        Documentation(info = "<html><p>Q_leak = C_s D dp/mu + Q_c, tau_loss = C_v mu D omega + (C_f D |dp| + tau_c) sign(omega), with the largest displacement
(Wilson 1948; HASP's PU00 for the leakage). Typical: C_s 1e-9 to 1e-8, C_v 1e4 to 1e5, C_f 0.01 to 0.1.</p></html>"));
    end Wilson;

    model Schloesser "Laminar and turbulent leakage, friction with a hydrodynamic part (Schloesser 1961)"
      extends Partial;
      parameter Real C_s(min = 0) = 8e-10 "Laminar slip";
      parameter Real C_st(min = 0) = 1e-5 "Turbulent slip";
      parameter Real C_v(min = 0) = 5e4 "Viscous friction";
      parameter Real C_f(min = 0) = 0.02 "Friction in proportion to the pressure";
      parameter Real C_h(min = 0) = 10 "Hydrodynamic friction";
      parameter Units.Torque tau_c(min = 0) = 0 "Constant friction";
      parameter Units.Pressure dp_laminar(min = 1e-3) = 1e5 "The turbulent slip is laminar below it";
      parameter Units.AngularVelocity omega_small(min = 1e-9) = 1 "The dry friction turns its sign within about this speed";
    equation
      Q_leak = C_s*D_max*dp/mu + C_st*D_max^(2/3)*sqrt(2/fluid.rho)*Functions.root(dp, dp_laminar);
      tau_loss = C_v*mu*D_max*omega + C_h*fluid.rho*D_max^(5/3)*Functions.square(omega) + (C_f*D_max*abs(dp) + tau_c)*Functions.sign(omega, omega_small);
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-70, -64}, {-36, -60}, {-6, -40}, {0, 0}, {6, 40}, {36, 60}, {70, 64}}, color = {0, 60, 160}, smooth = Smooth.Bezier)}),
        Documentation(info = "<html><p>Q_leak = C_s D dp/mu + C_st D^(2/3) sqrt(2 dp/rho); tau_loss = C_v mu D omega + C_h rho D^(5/3) omega |omega| + (C_f D |dp| + tau_c) sign(omega)
(Schloesser 1961). The turbulent slip passes through zero as an orifice does.</p></html>"));
    end Schloesser;

    model Tabulated "Measured losses over the pressure difference"
      extends Partial;
      parameter Units.Pressure dp_table[:] = {0, 100e5, 200e5, 300e5} "Pressure differences, increasing from 0";
      parameter Units.VolumeFlowRate Q_table[size(dp_table, 1)] = {0, 1e-5, 2.2e-5, 3.6e-5} "Leakage at these";
      parameter Units.Torque tau_table[size(dp_table, 1)] = {0.5, 1, 1.6, 2.3} "Torque lost at these";
      parameter Units.AngularVelocity omega_small(min = 1e-9) = 1 "The torque turns its sign within about this speed";
      parameter Units.Pressure dp_small(min = 1e-3) = 1e4 "The leakage turns its sign within about this pressure";
    equation
      Q_leak = Functions.interpolate(abs(dp), dp_table, Q_table)*Functions.sign(dp, dp_small);
      tau_loss = Functions.interpolate(abs(dp), dp_table, tau_table)*Functions.sign(omega, omega_small);
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-60, -64}, {-40, -36}, {-20, -15}, {0, 0}, {20, 15}, {40, 36}, {60, 64}}, color = {0, 60, 160}),
          Ellipse(extent = {{-65, -69}, {-55, -59}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
          Ellipse(extent = {{-45, -41}, {-35, -31}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
          Ellipse(extent = {{-25, -20}, {-15, -10}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
          Ellipse(extent = {{-5, -5}, {5, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
          Ellipse(extent = {{15, 10}, {25, 20}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
          Ellipse(extent = {{35, 31}, {45, 41}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
          Ellipse(extent = {{55, 59}, {65, 69}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}),
        Documentation(info = "<html><p>Curves through measured points at the speed of operation.</p></html>"));
    end Tabulated;

    annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
        Line(points = {{-80, 0}, {80, 0}}, color = {95, 95, 95}),
        Polygon(points = {{84, 0}, {72, 4.5}, {72, -4.5}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -80}, {0, 80}}, color = {95, 95, 95}),
        Polygon(points = {{0, 84}, {-4.5, 72}, {4.5, 72}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
        Line(points = {{-70, -60}, {70, 60}}, color = {0, 60, 160})}),
      Documentation(info = "<html><p>Losses are odd: a pump and a motor share them in all four quadrants. Redeclare <code>Losses</code> of a unit to choose.</p></html>"));
  end Losses;

  partial model Unit "Displacement unit: pump or motor, by what drives it"
    outer Fluids.Fluid fluid;
    parameter Units.VolumePerAngle D = 1.6e-6 "Displacement (largest, if it is variable)" annotation(__Dashpot(role = {"size", "displacement"}));
    replaceable model Losses = Pumps.Losses.Ideal constrainedby Pumps.Losses.Partial "Leakage and friction" annotation(choicesAllMatching = true);
    Losses losses(D_max = D, omega = omega, dp = dp);
    Dashpot.Interfaces.HydraulicPort_a port_a "Suction side of a pump, inlet of a motor" annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
    Dashpot.Interfaces.HydraulicPort_b port_b "Pressure side of a pump, outlet of a motor" annotation(__Dashpot(role = "outlet"), Placement(transformation(extent = {{-10, 90}, {10, 110}})));
    Dashpot.Interfaces.Shaft_a shaft annotation(Placement(transformation(extent = {{-130, -10}, {-110, 10}})));
    Real fraction "Displacement at present in parts of D";
    Units.VolumeFlowRate Q_control "Flow that the control takes from port_b to port_a";
    Units.AngularVelocity omega "Speed";
    Units.Pressure dp "Pressure at port_b less that at port_a";
    Units.VolumeFlowRate Q "Flow from port_a to port_b";
    Units.Torque tau "Torque taken from the shaft";
    Units.Power loss "Power turned into heat";
  equation
    omega = der(shaft.phi);
    dp = port_b.p - port_a.p;
    Q = fraction*D*omega - losses.Q_leak - Q_control;
    tau = fraction*D*dp + losses.tau_loss;
    shaft.tau = tau;
    port_a.m_flow = Fluids.flowDensity(fluid, noEvent(if Q >= 0 then port_a.p else port_b.p))*Q;
    port_a.m_flow + port_b.m_flow = 0;
    loss = tau*omega - port_a.m_flow/Fluids.meanDensity(fluid, port_a.p, port_b.p)*dp;
    annotation(Icon(coordinateSystem(extent = {{-120, -100}, {120, 100}})),
      Documentation(info = "<html><p>Q = D omega - Q_leak from port_a to port_b, tau = D dp + tau_loss with dp = p_b - p_a: a pump if the shaft drives it, a motor if the pressure does. Forward rotation carries fluid from port_a to port_b, in pumps and in
motors. The volume flow is that at the inlet. What the fluid loses as it is
compressed at the outlet at once, about dp/(2 B) of the power, is part of the loss. No pulsation.</p></html>"));
  end Unit;

  model Pump "Pump of fixed displacement"
    extends Unit;
  equation
    fraction = 1;
    Q_control = 0;
    annotation(__Dashpot(role = {"pump", "passage", "oneWay"}), defaultComponentName = "pump", Icon(coordinateSystem(extent = {{-120, -100}, {120, 100}}), graphics = {
        Line(points = {{0, 60}, {0, 100}}, color = {0, 60, 160}),
        Line(points = {{0, -100}, {0, -60}}, color = {0, 60, 160}),
        Line(points = {{-120, 10}, {-59.2, 10}}, color = {0, 60, 160}),
        Line(points = {{-120, -10}, {-59.2, -10}}, color = {0, 60, 160}),
        Ellipse(extent = {{-92, -36}, {-52, 36}}, lineColor = {0, 60, 160}, startAngle = 120, endAngle = 240, closure = EllipseClosure.None),
        Polygon(points = {{-82, 31.2}, {-93, 21.2}, {-84.2, 16.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-21, 25}, {0, 60}, {21, 25}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{70, -20}, {270, -52}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{70, -52}, {270, -80}}, textString = "%D", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>See Unit. Typical: D 1 to 250 ml/rev, that is 1.6e-7 to 4e-5 m3/rad.</p></html>"));
  end Pump;

  model VariablePump "Pump whose displacement follows a signal"
    extends Unit;
    Dashpot.Interfaces.RealInput u "Displacement in parts of D, -1 to 1" annotation(Placement(transformation(extent = {{-130, -90}, {-110, -70}})));
  equation
    fraction = noEvent(min(max(u, -1), 1));
    Q_control = 0;
    annotation(__Dashpot(role = "passage"), defaultComponentName = "pump", Icon(coordinateSystem(extent = {{-120, -100}, {120, 100}}), graphics = {
        Line(points = {{0, 60}, {0, 100}}, color = {0, 60, 160}),
        Line(points = {{0, -100}, {0, -60}}, color = {0, 60, 160}),
        Line(points = {{-120, 10}, {-59.2, 10}}, color = {0, 60, 160}),
        Line(points = {{-120, -10}, {-59.2, -10}}, color = {0, 60, 160}),
        Ellipse(extent = {{-92, -36}, {-52, 36}}, lineColor = {0, 60, 160}, startAngle = 120, endAngle = 240, closure = EllipseClosure.None),
        Polygon(points = {{-82, 31.2}, {-93, 21.2}, {-84.2, 16.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-21, 25}, {0, 60}, {21, 25}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-21, -25}, {0, -60}, {21, -25}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-120, -80}, {-80, -80}}, color = {0, 0, 127}),
        Line(points = {{-80, -80}, {73.2, 73.2}}, color = {0, 60, 160}),
        Polygon(points = {{80, 80}, {64.8, 72.6}, {72.6, 64.8}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{70, -20}, {270, -52}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{70, -52}, {270, -80}}, textString = "%D", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>See Unit. The swash plate stays within its range, whatever the signal.</p></html>"));
  end VariablePump;

  model PressureCompensatedPump "Variable pump that reduces its displacement near a set pressure"
    extends Unit;
    parameter Units.Pressure p_set(min = 0) = 200e5 "Pressure difference at which it delivers nothing" annotation(__Dashpot(role = "pressure"));
    parameter Units.Pressure p_range(min = 1) = 10e5 "It begins to reduce its displacement this much below p_set";
    parameter Units.Time T(min = 1e-6) = 0.02 "Time constant of the swash plate";
    parameter Real corner(min = 1e-3, max = 0.4) = 0.05 "Rounding of the corners of the characteristic";
    parameter Units.HydraulicConductance G_leak = 1.5e-7*D "Leakage of pump and compensator from port_b to port_a, laminar";
    parameter Real fraction_start(min = 0, max = 1) = 1 "Displacement at the start, in parts of D" annotation(Dialog(tab = "Start"));
  initial equation
    fraction = fraction_start;
  equation
    Q_control = G_leak*dp;
    T*der(fraction) = Functions.limit((p_set - dp)/p_range, 0, 1, corner) - fraction;
    annotation(__Dashpot(role = {"passage", "oneWay"}), defaultComponentName = "pump", Icon(coordinateSystem(extent = {{-120, -100}, {120, 100}}), graphics = {
        Line(points = {{0, 60}, {0, 100}}, color = {0, 60, 160}),
        Line(points = {{0, -100}, {0, -60}}, color = {0, 60, 160}),
        Line(points = {{-120, 10}, {-59.2, 10}}, color = {0, 60, 160}),
        Line(points = {{-120, -10}, {-59.2, -10}}, color = {0, 60, 160}),
        Ellipse(extent = {{-92, -36}, {-52, 36}}, lineColor = {0, 60, 160}, startAngle = 120, endAngle = 240, closure = EllipseClosure.None),
        Polygon(points = {{-82, 31.2}, {-93, 21.2}, {-84.2, 16.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-21, 25}, {0, 60}, {21, 25}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, 80}, {80, 80}, {80, 58}, {58, 58}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
        Ellipse(extent = {{-5, 75}, {5, 85}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-56, -56}, {49.2, 49.2}}, color = {0, 60, 160}),
        Polygon(points = {{56, 56}, {40.8, 48.6}, {48.6, 40.8}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-56, -56}, {-64, -50}, {-58, -70}, {-78, -64}, {-72, -84}, {-86, -78}}, color = {0, 60, 160}),
        Line(visible = G_leak > 0, points = {{42.4, -42.4}, {42.4, -80}, {0, -80}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
        Ellipse(visible = G_leak > 0, extent = {{-5, -85}, {5, -75}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{70, -20}, {270, -52}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{70, -52}, {270, -80}}, textString = "%p_set", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>The displacement falls from D to 0 in proportion as dp rises from p_set - p_range to p_set, with a first-order lag. Corners rounded by cubics; the
characteristic needs p_range well above the ripple of pressure.</p>
<p>When its consumers close faster than it swivels back, the pressure rises above p_set; what then leads the fluid away is the leakage of the unit and of its compensator, here 2 % of the flow at 1500 rpm and
210 bar, as case drains of piston pumps show. So the pressure of a blocked pump falls to p_set. With G_leak = 0 and ideal losses it would stay where it is. Typical: T 10 to 100 ms.</p></html>"));
  end PressureCompensatedPump;

  model Motor "Motor of fixed displacement"
    extends Unit;
  equation
    fraction = 1;
    Q_control = 0;
    annotation(__Dashpot(role = "passage"), defaultComponentName = "motor", Icon(coordinateSystem(extent = {{-120, -100}, {120, 100}}), graphics = {
        Line(points = {{0, 60}, {0, 100}}, color = {0, 60, 160}),
        Line(points = {{0, -100}, {0, -60}}, color = {0, 60, 160}),
        Line(points = {{-120, 10}, {-59.2, 10}}, color = {0, 60, 160}),
        Line(points = {{-120, -10}, {-59.2, -10}}, color = {0, 60, 160}),
        Ellipse(extent = {{-92, -36}, {-52, 36}}, lineColor = {0, 60, 160}, startAngle = 120, endAngle = 240, closure = EllipseClosure.None),
        Polygon(points = {{-82, 31.2}, {-93, 21.2}, {-84.2, 16.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-82, -31.2}, {-84.2, -16.5}, {-93, -21.2}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-21, 56}, {21, 56}, {0, 21}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-21, -56}, {21, -56}, {0, -21}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{70, -20}, {270, -52}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{70, -52}, {270, -80}}, textString = "%D", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>A unit that the pressure drives: its shaft turns forward when fluid flows from port_a to port_b. D omega flows, and the leakage beside it; the shaft delivers D (p_a - p_b) less the losses. Typical: D 5 to 500 ml/rev.</p></html>"));
  end Motor;

  model VariableMotor "Motor whose displacement follows a signal"
    extends Unit;
    Dashpot.Interfaces.RealInput u "Displacement in parts of D, -1 to 1" annotation(Placement(transformation(extent = {{-130, -90}, {-110, -70}})));
  equation
    fraction = noEvent(min(max(u, -1), 1));
    Q_control = 0;
    annotation(__Dashpot(role = "passage"), defaultComponentName = "motor", Icon(coordinateSystem(extent = {{-120, -100}, {120, 100}}), graphics = {
        Line(points = {{0, 60}, {0, 100}}, color = {0, 60, 160}),
        Line(points = {{0, -100}, {0, -60}}, color = {0, 60, 160}),
        Line(points = {{-120, 10}, {-59.2, 10}}, color = {0, 60, 160}),
        Line(points = {{-120, -10}, {-59.2, -10}}, color = {0, 60, 160}),
        Ellipse(extent = {{-92, -36}, {-52, 36}}, lineColor = {0, 60, 160}, startAngle = 120, endAngle = 240, closure = EllipseClosure.None),
        Polygon(points = {{-82, 31.2}, {-93, 21.2}, {-84.2, 16.5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-82, -31.2}, {-84.2, -16.5}, {-93, -21.2}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-21, 56}, {21, 56}, {0, 21}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-21, -56}, {21, -56}, {0, -21}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-120, -80}, {-80, -80}}, color = {0, 0, 127}),
        Line(points = {{-80, -80}, {73.2, 73.2}}, color = {0, 60, 160}),
        Polygon(points = {{80, 80}, {64.8, 72.6}, {72.6, 64.8}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{70, -20}, {270, -52}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{70, -52}, {270, -80}}, textString = "%D", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>See Motor. A negative signal turns the sense of rotation.</p></html>"));
  end VariableMotor;

  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Polygon(points = {{-21, 25}, {0, 60}, {21, 25}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}),
    Documentation(info = "<html><p>Units between a shaft and two ports. Without a shaft: <code>Sources.FlowSource</code>.</p></html>"));
end Pumps;
