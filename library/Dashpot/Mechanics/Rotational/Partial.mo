within Dashpot.Mechanics.Rotational;
package Partial "What rotational components have in common"

  partial model TwoShafts "Two shafts"
    Interfaces.Shaft_a shaft_a "Driving side" annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.Shaft_b shaft_b "Driven side" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    annotation(Icon(graphics = {Text(extent = {{-150, 122}, {150, 90}}, textString = "%name")}));
  end TwoShafts;

  partial model Compliant "A torque between two shafts"
    extends TwoShafts;
    Units.Angle phi_rel "Twist from shaft_a to shaft_b";
    Units.Torque tau "Torque that turns the shafts towards each other";
  equation
    phi_rel = shaft_b.phi - shaft_a.phi;
    shaft_b.tau = tau;
    shaft_a.tau = -tau;
  end Compliant;

  partial model CompliantWithVelocity "A torque between two shafts that depends on their speed"
    extends Compliant;
    Units.AngularVelocity w_rel "Speed of shaft_b less that of shaft_a";
  equation
    w_rel = der(phi_rel);
  end CompliantWithVelocity;

  partial model Sensor "One shaft, one signal, no torque"
    Interfaces.Shaft_a shaft annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.RealOutput y "Measurement" annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    shaft.tau = 0;
    annotation(
      Icon(graphics = {
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-60, 0}}, color = {95, 95, 95}),
        Line(points = {{60, 0}, {100, 0}}, color = {0, 0, 127}),
        Text(extent = {{-150, 102}, {150, 70}}, textString = "%name")}));
  end Sensor;

  annotation(Documentation(info = "<html><p>Bases to extend when a component is written; not to be used in a circuit.</p></html>"));
end Partial;
