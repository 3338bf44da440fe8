within Dashpot.Electrical;
package Partial "What electrical components have in common"

  partial model OnePort "Two pins; what flows in on one side flows out on the other"
    Interfaces.PositivePin p "Positive pin" annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.NegativePin n "Negative pin" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Units.Voltage v "Voltage from p to n";
    Units.Current i "Current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
    annotation(__Dashpot(role = "part"), Icon(graphics = {Text(extent = {{-150, 92}, {150, 60}}, textString = "%name")}));
  end OnePort;

  partial model TwoPort "Two pairs of pins"
    Interfaces.PositivePin p1 "Primary, positive" annotation(Placement(transformation(extent = {{-110, 70}, {-90, 90}})));
    Interfaces.NegativePin n1 "Primary, negative" annotation(Placement(transformation(extent = {{-110, -90}, {-90, -70}})));
    Interfaces.PositivePin p2 "Secondary, positive" annotation(Placement(transformation(extent = {{90, 70}, {110, 90}})));
    Interfaces.NegativePin n2 "Secondary, negative" annotation(Placement(transformation(extent = {{90, -90}, {110, -70}})));
    Units.Voltage v1 "Primary voltage";
    Units.Voltage v2 "Secondary voltage";
    Units.Current i1(start = 0) "Current into p1";
    Units.Current i2(start = 0) "Current into p2";
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    i1 = p1.i;
    i2 = p2.i;
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
    annotation(__Dashpot(role = "part"), Icon(graphics = {Text(extent = {{-150, 132}, {150, 100}}, textString = "%name")}));
  end TwoPort;

  partial model Amplifier "Two inputs, one output against ground"
    Interfaces.PositivePin in_p "Positive input" annotation(Placement(transformation(extent = {{-110, -60}, {-90, -40}})));
    Interfaces.NegativePin in_n "Negative input" annotation(Placement(transformation(extent = {{-110, 40}, {-90, 60}})));
    Interfaces.PositivePin out "Output" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    annotation(__Dashpot(role = "grounded"), Icon(graphics = {Polygon(points = {{-70, 80}, {-70, -80}, {70, 0}, {-70, 80}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Line(points = {{-100, 50}, {-70, 50}}, color = {0, 0, 255}), Line(points = {{-100, -50}, {-70, -50}}, color = {0, 0, 255}), Line(points = {{70, 0}, {100, 0}}, color = {0, 0, 255}), Line(points = {{-60, 50}, {-40, 50}}), Line(points = {{-60, -50}, {-40, -50}}), Line(points = {{-50, -40}, {-50, -60}}), Text(extent = {{-150, 122}, {150, 90}}, textString = "%name")}));
  end Amplifier;

  annotation(Documentation(info = "<html><p>Bases to extend when a component is written; not to be used in a circuit.</p></html>"));
end Partial;
