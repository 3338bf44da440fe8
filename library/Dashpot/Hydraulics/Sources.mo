within Dashpot.Hydraulics;
package Sources "Pressures and flows that are given"

  model Tank "Keeps its pressure whatever flows"
    outer Fluids.Fluid fluid;
    parameter Units.AbsolutePressure p = fluid.p_ambient "Pressure" annotation(__Dashpot(role = {"pressure", "limit"}));
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    port.p = p;
    annotation(__Dashpot(role = "reference"),
      defaultComponentName = "tank",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Line(points = {{-60, 40}, {-60, -40}, {60, -40}, {60, 40}}, color = {0, 60, 160}, thickness = 0.5),
        Line(points = {{0, 100}, {0, -20}}, color = {0, 60, 160}),
        Text(extent = {{-150, -50}, {150, -90}}, textColor = {0, 60, 160}, textString = "%name")}),
      Documentation(info = "<html><p>A reservoir at constant pressure (HASP's TK00 and TK03); any number of pipes may end at its port. No level, no
heat, no air. Usually the pressure of the surroundings, or 1 bar above it for a pressurised tank.</p></html>"));
  end Tank;

  model PressureSource "Keeps a given pressure"
    extends Tank;
    annotation(
      defaultComponentName = "source",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Rectangle(extent = {{-80, 60}, {80, -60}}, lineColor = {255, 255, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 60, 160}, thickness = 0.5),
        Polygon(points = {{0, 50}, {-20, 20}, {20, 20}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, 100}, {0, 50}}, color = {0, 60, 160}),
        Text(extent = {{-150, -70}, {150, -110}}, textColor = {0, 60, 160}, textString = "%name")}),
      Documentation(info = "<html><p>port.p = p, an absolute pressure. An ideal supply of constant pressure.</p></html>"));
  end PressureSource;

  model PressureSignal "Pressure above that of the surroundings, from a signal"
    outer Fluids.Fluid fluid;
    Dashpot.Interfaces.RealInput u(unit = "Pa", displayUnit = "bar") "Pressure above ambient" annotation(Placement(transformation(extent = {{-120, -20}, {-80, 20}})));
    Dashpot.Interfaces.HydraulicPort_b port annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    port.p = fluid.p_ambient + u;
    annotation(__Dashpot(role = "reference"),
      defaultComponentName = "source",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 60, 160}, thickness = 0.5),
        Polygon(points = {{0, 50}, {-20, 20}, {20, 20}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, 100}, {0, 50}}, color = {0, 60, 160}), Line(points = {{-80, 0}, {-50, 0}}, color = {0, 0, 127}),
        Text(extent = {{-150, -70}, {150, -110}}, textColor = {0, 60, 160}, textString = "%name")}),
      Documentation(info = "<html><p>port.p = ambient pressure + u.</p></html>"));
  end PressureSignal;

  model FlowSource "Delivers a given flow whatever the pressure"
    outer Fluids.Fluid fluid;
    parameter Units.VolumeFlowRate Q = 1e-3/6 "Volume flow out of the port" annotation(__Dashpot(role = "flow"));
    Dashpot.Interfaces.HydraulicPort_b port annotation(__Dashpot(role = "outlet"), Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    port.m_flow = -Fluids.flowDensity(fluid, noEvent(if Q >= 0 then fluid.p_ambient else port.p))*Q;
    annotation(__Dashpot(role = "pump"),
      defaultComponentName = "pump",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 60, 160}, thickness = 0.5),
        Polygon(points = {{0, 50}, {-20, 20}, {20, 20}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, 100}, {0, 50}}, color = {0, 60, 160}),
        Line(points = {{-30, -20}, {30, -20}}, color = {0, 60, 160}, thickness = 0.5),
        Text(extent = {{-150, -70}, {150, -110}}, textColor = {0, 60, 160}, textString = "%name")}),
      Documentation(info = "<html><p>m_flow = -rho Q: an ideal pump of constant flow. It takes its fluid from the surroundings, and Q is the volume there: so it delivers liquid whatever the pressure at its port. A negative flow is
taken at the pressure of the port. Typical: Q 1 to 500 l/min.</p></html>"));
  end FlowSource;

  model FlowSignal "Volume flow from a signal"
    outer Fluids.Fluid fluid;
    Dashpot.Interfaces.RealInput u(unit = "m3/s", displayUnit = "l/min") "Volume flow out of the port" annotation(Placement(transformation(extent = {{-120, -20}, {-80, 20}})));
    Dashpot.Interfaces.HydraulicPort_b port annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    port.m_flow = -Fluids.flowDensity(fluid, port.p)*u;
    annotation(__Dashpot(role = "source"),
      defaultComponentName = "pump",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 60, 160}, thickness = 0.5),
        Polygon(points = {{0, 50}, {-20, 20}, {20, 20}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, 100}, {0, 50}}, color = {0, 60, 160}), Line(points = {{-80, 0}, {-50, 0}}, color = {0, 0, 127}),
        Text(extent = {{-150, -70}, {150, -110}}, textColor = {0, 60, 160}, textString = "%name")}),
      Documentation(info = "<html><p>m_flow = -rho(p) u: a boundary, not a pump; the volume flow is that at the pressure of the port, in both directions.</p></html>"));
  end FlowSignal;

  model PulsatingFlow "A mean flow with a sinusoidal part, which may end"
    outer Fluids.Fluid fluid;
    parameter Units.VolumeFlowRate mean = 1e-3/6 "Mean flow" annotation(__Dashpot(role = "flow"));
    parameter Units.VolumeFlowRate amplitude = 0 "Amplitude of the sinusoidal part";
    parameter Units.Frequency f = 10 "Its frequency";
    parameter Units.Time endTime = 1e30 "The flow is the mean from here on";
    Dashpot.Interfaces.HydraulicPort_b port annotation(__Dashpot(role = "outlet"), Placement(transformation(extent = {{-10, 90}, {10, 110}})));
    Units.VolumeFlowRate Q "Volume flow out of the port";
  equation
    Q = mean + (if time < endTime then amplitude*sin(2*Units.pi*f*time) else 0);
    port.m_flow = -Fluids.flowDensity(fluid, noEvent(if Q >= 0 then fluid.p_ambient else port.p))*Q;
    annotation(__Dashpot(role = "pump"),
      defaultComponentName = "pump",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 60, 160}, thickness = 0.5),
        Polygon(points = {{0, 50}, {-20, 20}, {20, 20}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{0, 100}, {0, 50}}, color = {0, 60, 160}),
        Line(points = {{-36, -10}, {-24, 4}, {-12, -10}, {0, -24}, {12, -10}, {24, 4}, {36, -10}}, color = {0, 60, 160}, smooth = Smooth.Bezier),
        Text(extent = {{-150, -70}, {150, -110}}, textColor = {0, 60, 160}, textString = "%name")}),
      Documentation(info = "<html><p>Q = mean + amplitude sin(2 pi f t), a pump as FlowSource: the pulsation that the pistons of a pump leave in its flow. A time event where the sinusoidal part ends.</p></html>"));
  end PulsatingFlow;

  model PrimeMover "Turns a shaft at constant speed"
    parameter Units.AngularVelocity omega = 1500*2*Units.pi/60 "Speed";
    Dashpot.Interfaces.Shaft_b shaft annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Units.Power power "Given to the machine";
  equation
    der(shaft.phi) = omega;
    power = -shaft.tau*omega;
  initial equation
    shaft.phi = 0;
    annotation(
      defaultComponentName = "motor",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {95, 95, 95}, thickness = 0.5),
        Text(extent = {{-40, 40}, {40, -40}}, textColor = {95, 95, 95}, textString = "M"),
        Line(points = {{60, 0}, {90, 0}}, color = {95, 95, 95}, thickness = 1),
        Text(extent = {{-150, -70}, {150, -110}}, textColor = {95, 95, 95}, textString = "%name")}),
      Documentation(info = "<html><p>Constant speed at any torque: no droop, no limit (HASP's PM00). Typical: omega 1000 to 3000 rpm, 1450 or 2900 for an electric motor.</p></html>"));
  end PrimeMover;

  annotation(Documentation(info = "<html><p>Ideal sources. Pumps that are driven by a shaft are in <code>Pumps</code>.</p></html>"));
end Sources;
