within Dashpot.Electrical;
package Sensors "Ideal measurements"

  model VoltageSensor "Voltage between two pins"
    Interfaces.PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin n annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Interfaces.RealOutput y(unit = "V") "Voltage from p to n" annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    p.i = 0;
    n.i = 0;
    y = p.v - n.v;
    annotation(__Dashpot(role = "gauge"),
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {0, 0, 255}),
        Line(points = {{60, 0}, {90, 0}}, color = {0, 0, 255}),
        Line(points = {{0, -60}, {0, -100}}, color = {0, 0, 127}),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "V"),
        Text(extent = {{-150, 102}, {150, 70}}, textString = "%name")}),
      Documentation(info = "<html><p>Takes no current.</p></html>"));
  end VoltageSensor;

  model PotentialSensor "Potential of a pin"
    Interfaces.PositivePin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.RealOutput y(unit = "V") "Potential" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    p.i = 0;
    y = p.v;
    annotation(__Dashpot(role = "gauge"),
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {0, 0, 255}),
        Line(points = {{60, 0}, {100, 0}}, color = {0, 0, 127}),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "V"),
        Text(extent = {{-150, 102}, {150, 70}}, textString = "%name")}),
      Documentation(info = "<html><p>Against ground; takes no current.</p></html>"));
  end PotentialSensor;

  model CurrentSensor "Current in a wire"
    extends Partial.OnePort;
    Interfaces.RealOutput y(unit = "A") "Current from p to n" annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    v = 0;
    y = i;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {0, 0, 255}),
        Line(points = {{60, 0}, {90, 0}}, color = {0, 0, 255}),
        Line(points = {{0, -60}, {0, -100}}, color = {0, 0, 127}),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "A")}),
      Documentation(info = "<html><p>No voltage across it.</p></html>"));
  end CurrentSensor;

  model PowerSensor "Power of what is connected behind"
    Interfaces.PositivePin pc "Current path, source side" annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin nc "Current path, load side" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Interfaces.NegativePin nv "Return of the load" annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
    Interfaces.RealOutput y(unit = "W") "Power" annotation(Placement(transformation(origin = {0, -110}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  equation
    pc.v = nc.v;
    pc.i + nc.i = 0;
    nv.i = 0;
    y = (pc.v - nv.v)*pc.i;
    annotation(__Dashpot(role = "part"),
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {0, 0, 255}),
        Line(points = {{60, 0}, {90, 0}}, color = {0, 0, 255}),
        Line(points = {{0, 90}, {0, 60}}, color = {0, 0, 255}),
        Line(points = {{0, -60}, {0, -100}}, color = {0, 0, 127}),
        Text(extent = {{-40, 35}, {40, -35}}, textString = "W"),
        Text(extent = {{-150, 147}, {150, 115}}, textString = "%name")}),
      Documentation(info = "<html><p><code>y = v i</code>.</p></html>"));
  end PowerSensor;

  annotation(
    Icon(graphics = {Ellipse(extent = {{-60, 60}, {60, -60}}), Line(points = {{-20, -30}, {20, 30}})}),
    Documentation(info = "<html><p>Sensors disturb nothing and take no time.</p></html>"));
end Sensors;
