within Dashpot.Hydraulics;
package Sensors "Quantities of ports as signals; they take and store nothing"

  partial model Icon "A dial"
    annotation(Icon(coordinateSystem(extent = {{-100, -80}, {100, 80}}), graphics = {
        Ellipse(extent = {{-40, -40}, {40, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, 78}, {150, 46}}, textString = "%name")}));
  end Icon;

  model PressureSensor "Pressure above that of the surroundings"
    extends Icon;
    outer Fluids.Fluid fluid;
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-10, -90}, {10, -70}})));
    Dashpot.Interfaces.RealOutput p(unit = "Pa", displayUnit = "bar") "Pressure above ambient" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.m_flow = 0;
    p = port.p - fluid.p_ambient;
    annotation(__Dashpot(role = "gauge"), Icon(coordinateSystem(extent = {{-100, -80}, {100, 80}}), graphics = {
        Line(points = {{0, -80}, {0, -40}}, color = {0, 60, 160}),
        Line(points = {{40, 0}, {100, 0}}, color = {0, 0, 127}),
        Line(rotation = DynamicSelect(0, 180 - 270*max(0, p)/(max(0, p) + 1e7)), points = {{-24, -24}, {18, 18}}, color = {0, 60, 160}),
        Polygon(rotation = DynamicSelect(0, 180 - 270*max(0, p)/(max(0, p) + 1e7)), points = {{26, 26}, {12.6, 19.6}, {19.6, 12.6}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}),
      Documentation(info = "<html><p>What a gauge shows: p = port.p - p_ambient.</p></html>"));
  end PressureSensor;

  model AbsolutePressureSensor "Absolute pressure"
    extends Icon;
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-10, -90}, {10, -70}})));
    Dashpot.Interfaces.RealOutput p(unit = "Pa", displayUnit = "bar") "Absolute pressure" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.m_flow = 0;
    p = port.p;
    annotation(__Dashpot(role = "gauge"), Icon(coordinateSystem(extent = {{-100, -80}, {100, 80}}), graphics = {
        Line(points = {{0, -80}, {0, -40}}, color = {0, 60, 160}),
        Line(points = {{40, 0}, {100, 0}}, color = {0, 0, 127}),
        Line(rotation = DynamicSelect(0, 180 - 270*max(0, p)/(max(0, p) + 1e7)), points = {{-24, -24}, {18, 18}}, color = {0, 60, 160}),
        Polygon(rotation = DynamicSelect(0, 180 - 270*max(0, p)/(max(0, p) + 1e7)), points = {{26, 26}, {12.6, 19.6}, {19.6, 12.6}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{14, -48}, {100, -76}}, textString = "abs", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>p = port.p.</p></html>"));
  end AbsolutePressureSensor;

  model DifferentialPressureSensor "Pressure at port_a less that at port_b"
    extends Icon;
    Dashpot.Interfaces.HydraulicPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Dashpot.Interfaces.RealOutput dp(unit = "Pa", displayUnit = "bar") "Pressure difference" annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = -90, origin = {0, -80})));
  equation
    port_a.m_flow = 0;
    port_b.m_flow = 0;
    dp = port_a.p - port_b.p;
    annotation(__Dashpot(role = "gauge"), Icon(coordinateSystem(extent = {{-100, -80}, {100, 80}}), graphics = {
        Line(points = {{-100, 0}, {-40, 0}}, color = {0, 60, 160}),
        Line(points = {{40, 0}, {100, 0}}, color = {0, 60, 160}),
        Line(points = {{0, -80}, {0, -40}}, color = {0, 0, 127}),
        Line(rotation = DynamicSelect(0, 180 - 270*max(0, abs(dp))/(max(0, abs(dp)) + 1e7)), points = {{-24, -24}, {18, 18}}, color = {0, 60, 160}),
        Polygon(rotation = DynamicSelect(0, 180 - 270*max(0, abs(dp))/(max(0, abs(dp)) + 1e7)), points = {{26, 26}, {12.6, 19.6}, {19.6, 12.6}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{-60, 32}, {-40, 6}}, textString = "+"),
        Text(extent = {{40, 32}, {60, 6}}, textString = "-")}),
      Documentation(info = "<html><p>dp = port_a.p - port_b.p.</p></html>"));
  end DifferentialPressureSensor;

  model FlowSensor "Flow from port_a to port_b: volume, mass and power"
    extends Icon;
    outer Fluids.Fluid fluid;
    Dashpot.Interfaces.HydraulicPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Dashpot.Interfaces.RealOutput Q(unit = "m3/s", displayUnit = "l/min") "Volume flow at the pressure of the port" annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = -90, origin = {0, -80})));
    Dashpot.Interfaces.RealOutput m_flow(unit = "kg/s") "Mass flow" annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = -90, origin = {-60, -80})));
    Dashpot.Interfaces.RealOutput P(unit = "W", displayUnit = "kW") "Power above that of the surroundings" annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = -90, origin = {60, -80})));
  equation
    port_a.p = port_b.p;
    port_a.m_flow + port_b.m_flow = 0;
    m_flow = port_a.m_flow;
    Q = m_flow/Fluids.flowDensity(fluid, port_a.p);
    P = Q*(port_a.p - fluid.p_ambient);
    annotation(__Dashpot(role = "passage"), Icon(coordinateSystem(extent = {{-100, -80}, {100, 80}}), graphics = {
        Line(points = {{-100, 0}, {-40, 0}}, color = {0, 60, 160}),
        Line(points = {{40, 0}, {100, 0}}, color = {0, 60, 160}),
        Line(points = {{0, -80}, {0, -40}}, color = {0, 0, 127}),
        Line(points = {{-60, -80}, {-60, -60}, {60, -60}, {60, -80}}, color = {0, 0, 127}),
        Ellipse(extent = {{-5, -65}, {5, -55}}, lineColor = {0, 60, 160}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-23, 6}, {23, 52}}, lineColor = {0, 60, 160}, startAngle = 215, endAngle = 325, closure = EllipseClosure.None),
        Ellipse(extent = {{-23, -52}, {23, -6}}, lineColor = {0, 60, 160}, startAngle = 35, endAngle = 145, closure = EllipseClosure.None),
        Line(points = {{-40, 0}, {40, 0}}, color = {0, 60, 160}),
        Text(extent = {{-48, -64}, {-28, -84}}, textString = "m"),
        Text(extent = {{12, -64}, {32, -84}}, textString = "Q"),
        Text(extent = {{72, -64}, {92, -84}}, textString = "P")}),
      Documentation(info = "<html><p>An ideal meter without pressure drop.</p></html>"));
  end FlowSensor;

  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-36, -36}, {31.2, 31.2}}, color = {0, 60, 160}),
      Polygon(points = {{38, 38}, {22.8, 30.6}, {30.6, 22.8}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}),
    Documentation(info = "<html><p>The variables of a component can be looked at without a sensor; sensors make signals of them, for controllers.</p></html>"));
end Sensors;
