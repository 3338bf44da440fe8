within Dashpot.Hydraulics.Valves;
package Spool "How the position of a spool follows its command"
  partial block Partial "A command in, a position out"
    Dashpot.Interfaces.RealInput u "Command" annotation(Placement(transformation(extent = {{-120, -20}, {-80, 20}})));
    Dashpot.Interfaces.RealOutput y "Position" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, 60}, {100, -60}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-80, -40}, {-40, -40}, {-20, 40}, {0, 20}, {20, 30}, {80, 28}}, color = {0, 0, 127}, smooth = Smooth.Bezier),
      Text(extent = {{-150, 110}, {150, 70}}, textColor = {0, 0, 127}, textString = "%name")}));
  end Partial;

  block FirstOrder "First-order lag"
    extends Partial(y(start = y_start, fixed = true));
    parameter Units.Time T(min = 1e-6) = 0.02 "Time constant";
    parameter Real y_start = 0 "Position at the start";
  equation
    T*der(y) = u - y;
    annotation(Documentation(info = "<html><p>T dy/dt = u - y.</p></html>"));
  end FirstOrder;

  block SecondOrder "Second order, with limited speed"
    extends Partial(y(start = y_start, fixed = true));
    parameter Units.Frequency f = 50 "Natural frequency";
    parameter Real zeta(min = 0) = 0.7 "Damping ratio";
    parameter Real rate(unit = "1/s") = 1e9 "Largest speed";
    parameter Real y_start = 0 "Position at the start";
    Real v(start = 0, fixed = true, nominal = 10) "Speed that the servo asks for";
  protected
    parameter Real omega(unit = "rad/s") = 2*Units.pi*f;
  equation
    der(y) = Functions.limit(v, -rate, rate, 0.05*rate);
    der(v) = omega^2*(u - y) - 2*zeta*omega*v;
    annotation(Documentation(info = "<html><p>d2y/dt2 = omega^2 (u - y) - 2 zeta omega dy/dt, as data sheets give it by frequency and damping; the speed is limited with rounded corners.</p></html>"));
  end SecondOrder;
end Spool;
