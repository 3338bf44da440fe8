// A resonant circuit made of components with pins: a voltage is switched on and the capacitor rings.
//
// Look at c.v: 17.3 V at the first peak, and in each period the swing about 10 V loses nearly half of its height. The components are written out here;
// two_branch_components.mo takes them from the library.

type Voltage = Real(unit = "V");
type Current = Real(unit = "A");

connector Pin
  Voltage v;
  flow Current i;
  annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid)}));
end Pin;

partial model OnePort "Two pins; what flows in on one side flows out on the other"
  Pin p annotation(Placement(transformation(origin = {-100, 0}, extent = {{-10, -10}, {10, 10}})));
  Pin n annotation(Placement(transformation(origin = {100, 0}, extent = {{-10, -10}, {10, 10}})));
  Voltage v "Voltage drop from p to n";
  Current i "Current from p to n";
equation
  v = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
  annotation(Icon(graphics = {
    Text(extent = {{-150, 92}, {150, 60}}, textString = "%name")}));
end OnePort;

model Resistor
  extends OnePort;
  parameter Real R(unit = "Ohm");
equation
  v = R*i;
  annotation(Icon(graphics = {
    Line(points = {{-90, 0}, {90, 0}}, color = {0, 0, 255}),
    Rectangle(extent = {{-70, 30}, {70, -30}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));
end Resistor;

model Capacitor
  extends OnePort(v(start = 0, fixed = true));
  parameter Real C(unit = "F");
equation
  C*der(v) = i;
  annotation(Icon(graphics = {
    Line(points = {{-90, 0}, {-10, 0}}, color = {0, 0, 255}),
    Line(points = {{-10, 40}, {-10, -40}}, color = {0, 0, 255}),
    Line(points = {{10, 40}, {10, -40}}, color = {0, 0, 255}),
    Line(points = {{10, 0}, {90, 0}}, color = {0, 0, 255})}));
end Capacitor;

model Inductor
  extends OnePort(i(start = 0, fixed = true));
  parameter Real L(unit = "H");
equation
  L*der(i) = v;
  annotation(Icon(graphics = {
    Line(points = {{-90, 0}, {-60, 0}}, color = {0, 0, 255}),
    Ellipse(extent = {{-60, 15}, {-30, -15}}, lineColor = {0, 0, 255}, startAngle = 0, endAngle = 180, closure = EllipseClosure.None),
    Ellipse(extent = {{-30, 15}, {0, -15}}, lineColor = {0, 0, 255}, startAngle = 0, endAngle = 180, closure = EllipseClosure.None),
    Ellipse(extent = {{0, 15}, {30, -15}}, lineColor = {0, 0, 255}, startAngle = 0, endAngle = 180, closure = EllipseClosure.None),
    Ellipse(extent = {{30, 15}, {60, -15}}, lineColor = {0, 0, 255}, startAngle = 0, endAngle = 180, closure = EllipseClosure.None),
    Line(points = {{60, 0}, {90, 0}}, color = {0, 0, 255})}));
end Inductor;

model ConstantVoltage
  extends OnePort;
  parameter Voltage V;
equation
  v = V;
  annotation(Icon(graphics = {
    Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
    Line(points = {{-90, 0}, {90, 0}}, color = {0, 0, 255})}));
end ConstantVoltage;

model Ground
  Pin p annotation(Placement(transformation(origin = {0, 100}, extent = {{-10, -10}, {10, 10}})));
equation
  p.v = 0;
  annotation(Icon(graphics = {
    Line(points = {{0, 90}, {0, 50}}, color = {0, 0, 255}),
    Line(points = {{-60, 50}, {60, 50}}, color = {0, 0, 255}),
    Line(points = {{-40, 30}, {40, 30}}, color = {0, 0, 255}),
    Line(points = {{-20, 10}, {20, 10}}, color = {0, 0, 255})}));
end Ground;

model Rlc "Series resonant circuit at a constant voltage"
  // plot c.v, l.i
  // expect c.v(4e-3) = 10.07664046 +- 1e-6
  // methods rodas4 radau5 ida
  // tolerance 1e-8
  ConstantVoltage source(V = 10) annotation(Placement(transformation(origin = {-60, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Resistor r(R = 20) annotation(Placement(transformation(origin = {-30, 30}, extent = {{-10, -10}, {10, 10}})));
  Inductor l(L = 10e-3) annotation(Placement(transformation(origin = {10, 30}, extent = {{-10, -10}, {10, 10}})));
  Capacitor c(C = 1e-6) annotation(Placement(transformation(origin = {50, 0}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Ground ground annotation(Placement(transformation(origin = {-60, -46}, extent = {{-10, -10}, {10, 10}})));
equation
  connect(source.p, r.p) annotation(Line(points = {{-60, 10}, {-60, 30}, {-40, 30}}, color = {0, 0, 255}));
  connect(r.n, l.p) annotation(Line(points = {{-20, 30}, {0, 30}}, color = {0, 0, 255}));
  connect(l.n, c.p) annotation(Line(points = {{20, 30}, {50, 30}, {50, 10}}, color = {0, 0, 255}));
  connect(c.n, source.n) annotation(Line(points = {{50, -10}, {50, -30}, {-60, -30}, {-60, -10}}, color = {0, 0, 255}));
  connect(source.n, ground.p) annotation(Line(points = {{-60, -10}, {-60, -36}}, color = {0, 0, 255}));
  annotation(experiment(StopTime = 4e-3, Tolerance = 1e-6));
end Rlc;
