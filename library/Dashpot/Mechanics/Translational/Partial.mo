within Dashpot.Mechanics.Translational;
package Partial "What translational components have in common"

  partial model TwoFlanges "Two flanges"
    Interfaces.Flange_a flange_a "Left" annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.Flange_b flange_b "Right" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    annotation(Icon(graphics = {Text(extent = {{-150, 102}, {150, 70}}, textString = "%name")}));
  end TwoFlanges;

  partial model Compliant "A force between two flanges"
    extends TwoFlanges;
    Units.Length s_rel "Distance from flange_a to flange_b";
    Units.Force f "Force that draws the flanges together";
  equation
    s_rel = flange_b.s - flange_a.s;
    flange_b.f = f;
    flange_a.f = -f;
  end Compliant;

  partial model CompliantWithVelocity "A force between two flanges that depends on their velocity"
    extends Compliant;
    Units.Velocity v_rel "Velocity with which they part";
  equation
    v_rel = der(s_rel);
  end CompliantWithVelocity;

  partial model Sensor "One flange, one signal, no force"
    Interfaces.Flange_a flange annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.RealOutput y "Measurement" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    flange.f = 0;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {0, 127, 0}),
        Line(points = {{60, 0}, {100, 0}}, color = {0, 0, 127}),
        Text(extent = {{-150, 102}, {150, 70}}, textString = "%name")}));
  end Sensor;

  annotation(Documentation(info = "<html><p>Bases to extend when a component is written; not to be used in a circuit.</p></html>"));
end Partial;
