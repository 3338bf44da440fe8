within Dashpot.Blocks;
package Partial "What blocks have in common: connectors and frames"

  partial block Frame "A rectangle with the name above it"
    annotation(Icon(graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 142}, {150, 110}}, textString = "%name")}));
  end Frame;

  partial block LogicFrame "A grey rectangle with the name above it"
    annotation(Icon(graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 0}, fillColor = {210, 210, 210}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 142}, {150, 110}}, textString = "%name")}));
  end LogicFrame;

  partial block Source "One output"
    extends Frame;
    Interfaces.RealOutput y "Signal" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end Source;

  partial block OneInput "One input, one output"
    extends Frame;
    Interfaces.RealInput u "Input" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y "Output" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end OneInput;

  partial block TwoInputs "Two inputs, one output"
    extends Frame;
    Interfaces.RealInput u1 "First input" annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    Interfaces.RealInput u2 "Second input" annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    Interfaces.RealOutput y "Output" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end TwoInputs;

  partial block LogicSource "One Boolean output"
    extends LogicFrame;
    Interfaces.BooleanOutput y "Signal" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end LogicSource;

  partial block Comparison "A signal judged"
    extends LogicFrame;
    Interfaces.RealInput u "Input" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.BooleanOutput y "Verdict" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end Comparison;

  partial block OneLogicInput "One Boolean input, one Boolean output"
    extends LogicFrame;
    Interfaces.BooleanInput u "Input" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.BooleanOutput y "Output" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end OneLogicInput;

  partial block TwoLogicInputs "Two Boolean inputs, one Boolean output"
    extends LogicFrame;
    Interfaces.BooleanInput u1 "First input" annotation(Placement(transformation(extent = {{-140, 40}, {-100, 80}})));
    Interfaces.BooleanInput u2 "Second input" annotation(Placement(transformation(extent = {{-140, -80}, {-100, -40}})));
    Interfaces.BooleanOutput y "Output" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  end TwoLogicInputs;

  partial block Sampled "One input, one output, both sampled"
    extends OneInput;
    parameter Units.Time samplePeriod(min = 1e-9, displayUnit = "ms") = 0.01 "Time between samples";
    parameter Units.Time startTime = 0 "First sample";
  protected
    discrete Boolean isSample(start = false, fixed = true) "A sample is taken";
  equation
    isSample = sample(startTime, samplePeriod);
    annotation(
      Icon(graphics = {
        Line(points = {{-80, -15}, {-50, 10}, {-20, 60}, {10, 75}, {45, 45}, {80, 0}}, color = {160, 160, 160}, smooth = Smooth.Bezier),
        Line(points = {{-80, -15}, {-50, -15}, {-50, 15}, {-20, 15}, {-20, 60}, {20, 60}, {20, 66}, {50, 66}, {50, 35}, {80, 35}}, color = {0, 0, 127}, thickness = 0.5),
        Text(extent = {{-150, -110}, {150, -138}}, textString = "T = %samplePeriod")}));
  end Sampled;

  annotation(Documentation(info = "<html><p>Bases to extend when a block is written; not to be used in a circuit.</p></html>"));
end Partial;
