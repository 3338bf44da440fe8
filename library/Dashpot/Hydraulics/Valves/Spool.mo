within Dashpot.Hydraulics.Valves;
package Spool "How the position of a spool follows its command"
  partial block Partial "A command in, a position out"
    parameter Real yMax = 1 "Upper end of the stroke";
    parameter Real yMin = -yMax "Lower end of the stroke";
    Dashpot.Interfaces.RealInput u "Command" annotation(Placement(transformation(extent = {{-120, -20}, {-80, 20}})));
    Dashpot.Interfaces.RealOutput y "Position" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Real command "The part of the command that lies within the stroke";
  equation
    assert(yMax > yMin, "yMax must be above yMin");
    command = noEvent(min(max(u, yMin), yMax));
    annotation(Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Rectangle(extent = {{-100, -60}, {100, 60}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, 100}, {150, 68}}, textString = "%name")}),
      Documentation(info = "<html><p>The amplifier that drives a spool saturates at the ends of its stroke: no command, however large, winds it up.</p></html>"));
  end Partial;

  block FirstOrder "First-order lag"
    extends Partial(y(start = y_start, fixed = true));
    parameter Units.Time T(min = 1e-6) = 0.02 "Time constant";
    parameter Real y_start = 0 "Position at the start";
  equation
    T*der(y) = command - y;
    annotation(Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{-80, -40}, {-50, -40}, {-38, 0}, {-10, 30}, {30, 34}, {80, 34}}, color = {0, 0, 127}, smooth = Smooth.Bezier)}),
      Documentation(info = "<html><p>T dy/dt = u - y with the command u limited to the stroke, so that the spool stays within it.</p></html>"));
  end FirstOrder;

  block SecondOrder "Second order, with limited speed"
    extends Partial(y(start = y_start, fixed = true));
    parameter Units.Frequency f(min = 1e-3) = 50 "Natural frequency";
    parameter Real zeta(min = 0) = 0.7 "Damping ratio";
    parameter Real rate(unit = "1/s", min = 1e-6) = 1e9 "Largest speed";
    parameter Real y_start = 0 "Position at the start";
    Real v(start = 0, fixed = true, nominal = 10) "Speed that the servo asks for";
  protected
    parameter Real omega(unit = "rad/s") = 2*Units.pi*f;
    constant Real overtravel = 1e-3 "A stop lies this part of the stroke beyond its end, so that a spool at rest there does not touch it";
  equation
    der(y) = Functions.limit(v, -rate, rate, 0.05*rate);
    der(v) = omega^2*(command - y) - 2*zeta*omega*v;
    when {y > yMax + overtravel*(yMax - yMin), y < yMin - overtravel*(yMax - yMin)} then
      reinit(v, 0);
    end when;
    annotation(Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{-80, -40}, {-50, -40}, {-36, 30}, {-16, 52}, {4, 6}, {24, 30}, {44, 22}, {80, 22}}, color = {0, 0, 127}, smooth = Smooth.Bezier)}),
      Documentation(info = "<html><p>d2y/dt2 = omega^2 (u - y) - 2 zeta omega dy/dt, as data sheets give it by frequency and damping, with the command u limited to the stroke; the speed is limited with rounded corners. Where it
overshoots the end of its stroke it meets a stop and loses its speed: an event.</p></html>"));
  end SecondOrder;
end Spool;
