within Dashpot.Hydraulics;
package Sensors "Quantities of ports as signals; they take and store nothing"

  partial model Icon "A dial"
    annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 60, 160}, thickness = 0.5, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{0, 0}, {34, 34}}, color = {0, 60, 160}, thickness = 0.5, arrow = {Arrow.None, Arrow.Filled}),
      Text(extent = {{-150, 110}, {150, 70}}, textColor = {0, 60, 160}, textString = "%name")}));
  end Icon;

  model PressureSensor "Pressure above that of the surroundings"
    extends Icon;
    outer Fluids.Fluid fluid;
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
    Dashpot.Interfaces.RealOutput p(unit = "Pa", displayUnit = "bar") "Pressure above ambient" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.m_flow = 0;
    p = port.p - fluid.p_ambient;
    annotation(__Dashpot(role = "gauge"), Documentation(info = "<html><p>What a gauge shows: p = port.p - p_ambient.</p></html>"));
  end PressureSensor;

  model AbsolutePressureSensor "Absolute pressure"
    extends Icon;
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
    Dashpot.Interfaces.RealOutput p(unit = "Pa", displayUnit = "bar") "Absolute pressure" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.m_flow = 0;
    p = port.p;
    annotation(__Dashpot(role = "gauge"), Documentation(info = "<html><p>p = port.p.</p></html>"));
  end AbsolutePressureSensor;

  model DifferentialPressureSensor "Pressure at port_a less that at port_b"
    extends Icon;
    Dashpot.Interfaces.HydraulicPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Dashpot.Interfaces.RealOutput dp(unit = "Pa", displayUnit = "bar") "Pressure difference" annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = -90, origin = {0, -100})));
  equation
    port_a.m_flow = 0;
    port_b.m_flow = 0;
    dp = port_a.p - port_b.p;
    annotation(__Dashpot(role = "gauge"), Documentation(info = "<html><p>dp = port_a.p - port_b.p.</p></html>"));
  end DifferentialPressureSensor;

  model FlowSensor "Flow from port_a to port_b: volume, mass and power"
    extends Icon;
    outer Fluids.Fluid fluid;
    Dashpot.Interfaces.HydraulicPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Dashpot.Interfaces.RealOutput Q(unit = "m3/s", displayUnit = "l/min") "Volume flow at the pressure of the port" annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = -90, origin = {0, -100})));
    Dashpot.Interfaces.RealOutput m_flow(unit = "kg/s") "Mass flow" annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = -90, origin = {-60, -100})));
    Dashpot.Interfaces.RealOutput P(unit = "W", displayUnit = "kW") "Power above that of the surroundings" annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = -90, origin = {60, -100})));
  equation
    port_a.p = port_b.p;
    port_a.m_flow + port_b.m_flow = 0;
    m_flow = port_a.m_flow;
    Q = m_flow/Fluids.flowDensity(fluid, port_a.p);
    P = Q*(port_a.p - fluid.p_ambient);
    annotation(__Dashpot(role = "passage"), Documentation(info = "<html><p>An ideal meter without pressure drop.</p></html>"));
  end FlowSensor;

  annotation(Documentation(info = "<html><p>The variables of a component can be looked at without a sensor; sensors make signals of them, for controllers.</p></html>"));
end Sensors;
