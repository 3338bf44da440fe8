within Dashpot.Hydraulics;
package Sources "Pressures and flows that are given"

  model Tank "Keeps its pressure whatever flows"
    outer Fluids.Fluid fluid;
    parameter Units.AbsolutePressure p = fluid.p_ambient "Pressure" annotation(__Dashpot(role = {"pressure", "limit"}));
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-10, 50}, {10, 70}})));
  equation
    port.p = p;
    annotation(__Dashpot(role = "reference"),
      defaultComponentName = "tank",
      Icon(coordinateSystem(extent = {{-60, -60}, {60, 60}}), graphics = {
        Line(points = {{0, 60}, {0, -20}}, color = {0, 60, 160}),
        Line(points = {{-40, 0}, {-40, -40}, {40, -40}, {40, 0}}, color = {0, 60, 160}),
        Text(extent = {{-150, -48}, {150, -80}}, textString = "%name")}),
      Documentation(info = "<html><p>A reservoir at constant pressure (HASP's TK00 and TK03); any number of pipes may end at its port. No level, no
heat, no air. Usually the pressure of the surroundings, or 1 bar above it for a pressurised tank.</p></html>"));
  end Tank;

  model PressureSource "Keeps a given pressure"
    extends Tank annotation(IconMap(primitivesVisible = false));
    annotation(
      defaultComponentName = "source",
      Icon(coordinateSystem(extent = {{-60, -60}, {60, 60}}), graphics = {
        Line(points = {{0, 60}, {0, 20}}, color = {0, 60, 160}),
        Polygon(points = {{-21, -15}, {0, 20}, {21, -15}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{30, 22}, {230, -10}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{30, -10}, {230, -38}}, textString = "%p", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>port.p = p, an absolute pressure. An ideal supply of constant pressure.</p></html>"));
  end PressureSource;

  model PressureSignal "Pressure above that of the surroundings, from a signal"
    outer Fluids.Fluid fluid;
    Dashpot.Interfaces.RealInput u(unit = "Pa", displayUnit = "bar") "Pressure above ambient" annotation(Placement(transformation(extent = {{-70, -10}, {-50, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port annotation(Placement(transformation(extent = {{-10, 50}, {10, 70}})));
  equation
    port.p = fluid.p_ambient + u;
    annotation(__Dashpot(role = "reference"),
      defaultComponentName = "source",
      Icon(coordinateSystem(extent = {{-60, -60}, {60, 60}}), graphics = {
        Line(points = {{-60, 0}, {-10, 0}}, color = {0, 0, 127}),
        Line(points = {{0, 60}, {0, 20}}, color = {0, 60, 160}),
        Polygon(points = {{-21, -15}, {0, 20}, {21, -15}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{30, 22}, {230, -10}}, textString = "%name", horizontalAlignment = TextAlignment.Left)}),
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
        Line(points = {{0, 60}, {0, 100}}, color = {0, 60, 160}),
        Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -60}, {0, -92}}, color = {0, 60, 160}),
        Line(points = {{-20, -80}, {-20, -100}, {20, -100}, {20, -80}}, color = {0, 60, 160}),
        Polygon(points = {{-21, 25}, {0, 60}, {21, 25}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{70, 0}, {270, -32}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{70, -32}, {270, -60}}, textString = "%Q", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>m_flow = -rho Q: an ideal pump of constant flow. It takes its fluid from the surroundings, and Q is the volume there: so it delivers liquid whatever the pressure at its port. A negative flow is
taken at the pressure of the port. Typical: Q 1 to 500 l/min.</p></html>"));
  end FlowSource;

  model FlowSignal "Volume flow from a signal"
    outer Fluids.Fluid fluid;
    Dashpot.Interfaces.RealInput u(unit = "m3/s", displayUnit = "l/min") "Volume flow out of the port" annotation(Placement(transformation(extent = {{-110, -90}, {-90, -70}})));
    Dashpot.Interfaces.HydraulicPort_b port annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    port.m_flow = -Fluids.flowDensity(fluid, port.p)*u;
    annotation(__Dashpot(role = "source"),
      defaultComponentName = "pump",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Line(points = {{0, 60}, {0, 100}}, color = {0, 60, 160}),
        Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-21, 25}, {0, 60}, {21, 25}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-100, -80}, {-80, -80}}, color = {0, 0, 127}),
        Line(points = {{-80, -80}, {73.2, 73.2}}, color = {0, 60, 160}),
        Polygon(points = {{80, 80}, {64.8, 72.6}, {72.6, 64.8}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{70, 0}, {270, -32}}, textString = "%name", horizontalAlignment = TextAlignment.Left)}),
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
        Line(points = {{0, 60}, {0, 100}}, color = {0, 60, 160}),
        Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -60}, {0, -92}}, color = {0, 60, 160}),
        Line(points = {{-20, -80}, {-20, -100}, {20, -100}, {20, -80}}, color = {0, 60, 160}),
        Polygon(points = {{-21, 25}, {0, 60}, {21, 25}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(points = {{-40, -10}, {-27, 14}, {-13, 14}, {0, -10}, {13, -34}, {27, -34}, {40, -10}}, color = {0, 60, 160}, smooth = Smooth.Bezier),
        Text(extent = {{70, 0}, {270, -32}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{70, -32}, {270, -60}}, textString = "%mean", horizontalAlignment = TextAlignment.Left)}),
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
        Line(points = {{59, 10}, {100, 10}}, color = {95, 95, 95}),
        Line(points = {{59, -10}, {100, -10}}, color = {95, 95, 95}),
        Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {95, 95, 95}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-40, 36}, {40, -36}}, textString = "M"),
        Text(extent = {{-150, -66}, {150, -98}}, textString = "%name"),
        Text(extent = {{-150, 96}, {150, 68}}, textString = "%omega")}),
      Documentation(info = "<html><p>Constant speed at any torque: no droop, no limit (HASP's PM00). Typical: omega 1000 to 3000 rpm, 1450 or 2900 for an electric motor.</p></html>"));
  end PrimeMover;

  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Line(points = {{0, 80}, {0, 20}}, color = {0, 60, 160}),
      Polygon(points = {{-42, -50}, {0, 20}, {42, -50}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}),
    Documentation(info = "<html><p>Ideal sources. Pumps that are driven by a shaft are in <code>Pumps</code>.</p></html>"));
end Sources;
