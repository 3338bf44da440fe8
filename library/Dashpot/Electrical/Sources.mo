within Dashpot.Electrical;
package Sources "Voltages and currents"

  partial model VoltageSource "A voltage"
    extends Partial.OnePort;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-50, 0}}, color = {0, 0, 255}),
        Line(points = {{50, 0}, {90, 0}}, color = {0, 0, 255}),
        Line(points = {{-80, 20}, {-60, 20}}, color = {0, 0, 255}),
        Line(points = {{-70, 30}, {-70, 10}}, color = {0, 0, 255}),
        Line(points = {{60, 20}, {80, 20}}, color = {0, 0, 255})}));
  end VoltageSource;

  partial model CurrentSource "A current"
    extends Partial.OnePort;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-50, 0}}, color = {0, 0, 255}),
        Line(points = {{50, 0}, {90, 0}}, color = {0, 0, 255}),
        Polygon(points = {{60, 8}, {80, 0}, {60, -8}, {60, 8}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid)}));
  end CurrentSource;

  model ConstantVoltage "Battery"
    extends VoltageSource;
    parameter Units.Voltage V = 1 "Voltage from p to n";
  equation
    v = V;
    annotation(
      Icon(graphics = {
        Line(points = {{-50, 0}, {50, 0}}, color = {0, 0, 255}),
        Text(extent = {{-150, -60}, {150, -88}}, textString = "V = %V")}),
      Documentation(info = "<html><p><code>v = V</code>, whatever the current.</p></html>"));
  end ConstantVoltage;

  model SineVoltage "Sinusoidal voltage"
    extends VoltageSource;
    parameter Units.Voltage V = 1 "Amplitude";
    parameter Units.Frequency f = 50 "Frequency";
    parameter Units.Angle phase(displayUnit = "deg") = 0 "Phase at time 0";
    parameter Units.Voltage offset = 0 "Mean";
  equation
    v = offset + V*sin(2*Units.pi*f*time + phase);
    annotation(
      Icon(graphics = {
        Line(points = {{-30, 0}, {-22, 22}, {-8, 22}, {0, 0}, {8, -22}, {22, -22}, {30, 0}}, color = {0, 0, 255}, smooth = Smooth.Bezier),
        Text(extent = {{-150, -60}, {150, -88}}, textString = "V = %V, f = %f")}),
      Documentation(info = "<html><p><code>v = offset + V sin(2 pi f t + phase)</code>.</p></html>"));
  end SineVoltage;

  model StepVoltage "Voltage that is switched on"
    extends VoltageSource;
    parameter Units.Voltage V = 1 "Height of the step";
    parameter Units.Voltage offset = 0 "Voltage before";
    parameter Units.Time startTime = 0 "Time of the step";
  equation
    v = offset + (if time < startTime then 0 else V);
    annotation(
      Icon(graphics = {
        Line(points = {{-25, -20}, {0, -20}, {0, 20}, {25, 20}}, color = {0, 0, 255}),
        Text(extent = {{-150, -60}, {150, -88}}, textString = "V = %V")}),
      Documentation(info = "<html><p>A time event at the step.</p></html>"));
  end StepVoltage;

  model SignalVoltage "Voltage given by a signal"
    extends VoltageSource annotation(IconMap(primitivesVisible = false));
    Interfaces.RealInput u(unit = "V") "Voltage from p to n" annotation(Placement(transformation(origin = {0, 110}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    v = u;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-50, 0}}, color = {0, 0, 255}),
        Line(points = {{50, 0}, {90, 0}}, color = {0, 0, 255}),
        Line(points = {{-80, 20}, {-60, 20}}, color = {0, 0, 255}),
        Line(points = {{-70, 30}, {-70, 10}}, color = {0, 0, 255}),
        Line(points = {{60, 20}, {80, 20}}, color = {0, 0, 255}),
        Line(points = {{-50, 0}, {50, 0}}, color = {0, 0, 255}),
        Line(points = {{0, 90}, {0, 50}}, color = {0, 0, 127}),
        Text(extent = {{25, 102}, {225, 70}}, textString = "%name", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p><code>v = u</code>.</p></html>"));
  end SignalVoltage;

  model ConstantCurrent "Constant current"
    extends CurrentSource;
    parameter Units.Current I = 1 "Current from p to n, through the source";
  equation
    i = I;
    annotation(
      Icon(graphics = {
        Line(points = {{0, 50}, {0, -50}}, color = {0, 0, 255}),
        Text(extent = {{-150, -60}, {150, -88}}, textString = "I = %I")}),
      Documentation(info = "<html><p><code>i = I</code>, whatever the voltage; it leaves at <code>n</code>.</p></html>"));
  end ConstantCurrent;

  model SineCurrent "Sinusoidal current"
    extends CurrentSource;
    parameter Units.Current I = 1 "Amplitude";
    parameter Units.Frequency f = 50 "Frequency";
    parameter Units.Angle phase(displayUnit = "deg") = 0 "Phase at time 0";
    parameter Units.Current offset = 0 "Mean";
  equation
    i = offset + I*sin(2*Units.pi*f*time + phase);
    annotation(
      Icon(graphics = {
        Line(points = {{-30, 0}, {-22, 22}, {-8, 22}, {0, 0}, {8, -22}, {22, -22}, {30, 0}}, color = {0, 0, 255}, smooth = Smooth.Bezier),
        Text(extent = {{-150, -60}, {150, -88}}, textString = "I = %I, f = %f")}),
      Documentation(info = "<html><p><code>i = offset + I sin(2 pi f t + phase)</code>, from p to n through the source.</p></html>"));
  end SineCurrent;

  model SignalCurrent "Current given by a signal"
    extends CurrentSource annotation(IconMap(primitivesVisible = false));
    Interfaces.RealInput u(unit = "A") "Current from p to n, through the source" annotation(Placement(transformation(origin = {0, 110}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    i = u;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-50, 0}}, color = {0, 0, 255}),
        Line(points = {{50, 0}, {90, 0}}, color = {0, 0, 255}),
        Polygon(points = {{60, 8}, {80, 0}, {60, -8}, {60, 8}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{0, 50}, {0, -50}}, color = {0, 0, 255}),
        Line(points = {{0, 90}, {0, 50}}, color = {0, 0, 127}),
        Text(extent = {{25, 102}, {225, 70}}, textString = "%name", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p><code>i = u</code>.</p></html>"));
  end SignalCurrent;

  annotation(
    Icon(graphics = {Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 255}), Line(points = {{-90, 0}, {90, 0}}, color = {0, 0, 255})}),
    Documentation(info = "<html><p>Signals of <code>Blocks.Sources</code> and a signal source give any other shape.</p></html>"));
end Sources;
