within Dashpot.Mechanics;
package Translational "Motion along a line"

  model Fixed "A point that does not move"
    parameter Units.Position s0 = 0 "Where it is";
    Interfaces.Flange_b flange annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}})));
  equation
    flange.s = s0;
    annotation(
      Icon(graphics = {
        Line(points = {{0, -10}, {0, -40}}, color = {0, 127, 0}),
        Line(points = {{-80, -40}, {80, -40}}),
        Line(points = {{-40, -40}, {-80, -80}}),
        Line(points = {{0, -40}, {-40, -80}}),
        Line(points = {{40, -40}, {0, -80}}),
        Line(points = {{80, -40}, {40, -80}}),
        Text(extent = {{-150, 72}, {150, 40}}, textString = "%name")}),
      Documentation(info = "<html><p><code>s = s0</code>, whatever the force.</p></html>"));
  end Fixed;

  model Mass "Sliding mass"
    extends Partial.TwoFlanges;
    parameter Units.Mass m(min = 1e-60) = 1 "Mass";
    parameter Units.Length L = 0 "Distance from flange_a to flange_b";
    parameter Units.Position s_start = 0 "Position at the start";
    parameter Units.Velocity v_start = 0 "Velocity at the start";
    Units.Position s(start = s_start, stateSelect = StateSelect.prefer) "Position of the centre";
    Units.Velocity v(start = v_start, stateSelect = StateSelect.prefer) "Velocity";
    Units.Acceleration a "Acceleration";
    Units.Energy energy "Kinetic energy";
  equation
    flange_a.s = s - L/2;
    flange_b.s = s + L/2;
    v = der(s);
    a = der(v);
    m*a = flange_a.f + flange_b.f;
    energy = m*v*v/2;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-60, 40}, {60, -40}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{-90, 5}, {-60, -5}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{60, 5}, {90, -5}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "m = %m")}),
      Documentation(info = "<html><p>Newton: <code>m a = f<sub>a</sub> + f<sub>b</sub></code>. Rigid; no friction, no weight (add <code>Sources.ConstantForce</code> or <code>Weight</code>).</p></html>"));
  end Mass;

  model Rod "Massless rigid link"
    extends Partial.TwoFlanges;
    parameter Units.Length L = 0 "Length";
  equation
    flange_b.s = flange_a.s + L;
    flange_a.f + flange_b.f = 0;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-90, 6}, {90, -6}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, -20}, {150, -48}}, textString = "L = %L")}),
      Documentation(info = "<html><p>Keeps the distance <code>L</code> and hands on the force.</p></html>"));
  end Rod;

  model Spring "Linear spring"
    extends Partial.Compliant;
    parameter Units.TranslationalStiffness c(min = 0, displayUnit = "N/mm") = 1000 "Stiffness";
    parameter Units.Length s_rel0 = 0 "Length without force";
    Units.Energy energy "Stored energy";
  equation
    f = c*(s_rel - s_rel0);
    energy = c*(s_rel - s_rel0)^2/2;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-60, 0}, {-50, 30}, {-30, -30}, {-10, 30}, {10, -30}, {30, 30}, {50, -30}, {60, 0}, {90, 0}}, color = {0, 127, 0}),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "c = %c")}),
      Documentation(info = "<html><p><code>f = c (s_rel - s_rel0)</code>, with <code>s_rel</code> the distance from flange_a to flange_b. Linear for any deflection, without mass and hysteresis. Typical: c 1 to 1000 N/mm, springs of valves 1 to 50, buffers 100 to 1000.</p></html>"));
  end Spring;

  model Damper "Linear damper"
    extends Partial.CompliantWithVelocity;
    parameter Units.TranslationalDamping d(min = 0) = 100 "Damping";
    Units.Power loss "Power turned into heat";
  equation
    f = d*v_rel;
    loss = f*v_rel;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-40, 28}, {45, -28}}, pattern = LinePattern.None, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-10, 0}}, color = {0, 127, 0}),
        Line(points = {{-10, 20}, {-10, -20}}, color = {0, 127, 0}, thickness = 0.75),
        Line(points = {{-45, 30}, {45, 30}, {45, -30}, {-45, -30}}, color = {0, 127, 0}),
        Line(points = {{45, 0}, {90, 0}}, color = {0, 127, 0}),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "d = %d")}),
      Documentation(info = "<html><p>The dashpot: <code>f = d v_rel</code>. Holds for oil in a laminar gap; a turbulent one goes with the square of the velocity. A mass m on a spring c is critically damped by <code>d = 2 sqrt(c m)</code>.</p></html>"));
  end Damper;

  model SpringDamper "Spring and damper in parallel"
    extends Partial.CompliantWithVelocity;
    parameter Units.TranslationalStiffness c(min = 0, displayUnit = "N/mm") = 1000 "Stiffness";
    parameter Units.TranslationalDamping d(min = 0) = 100 "Damping";
    parameter Units.Length s_rel0 = 0 "Length without force";
    Units.Energy energy "Stored energy";
    Units.Power loss "Power turned into heat";
  equation
    f = c*(s_rel - s_rel0) + d*v_rel;
    energy = c*(s_rel - s_rel0)^2/2;
    loss = d*v_rel*v_rel;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-80, 0}}, color = {0, 127, 0}),
        Line(points = {{-80, 35}, {-80, -35}}, color = {0, 127, 0}),
        Line(points = {{80, 35}, {80, -35}}, color = {0, 127, 0}),
        Line(points = {{80, 0}, {90, 0}}, color = {0, 127, 0}),
        Line(points = {{-80, 35}, {-60, 35}, {-50, 55}, {-30, 15}, {-10, 55}, {10, 15}, {30, 55}, {50, 15}, {60, 35}, {80, 35}}, color = {0, 127, 0}),
        Rectangle(extent = {{-40, -17}, {45, -53}}, pattern = LinePattern.None, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -35}, {-10, -35}}, color = {0, 127, 0}),
        Line(points = {{-10, -22}, {-10, -48}}, color = {0, 127, 0}, thickness = 0.75),
        Line(points = {{-45, -15}, {45, -15}, {45, -55}, {-45, -55}}, color = {0, 127, 0}),
        Line(points = {{45, -35}, {80, -35}}, color = {0, 127, 0}),
        Text(extent = {{-150, -65}, {150, -93}}, textString = "c = %c")}),
      Documentation(info = "<html><p><code>f = c (s_rel - s_rel0) + d v_rel</code> (Kelvin-Voigt). Under a step of velocity the force jumps; put a mass on both sides.</p></html>"));
  end SpringDamper;

  model EndStop "Elastic stops at both ends of a stroke"
    extends Partial.CompliantWithVelocity;
    parameter Units.Position s_min = 0 "Lower stop, relative to flange_a";
    parameter Units.Position s_max = 1 "Upper stop, relative to flange_a";
    parameter Units.TranslationalStiffness c(min = 0, displayUnit = "N/mm") = 1e7 "Stiffness of a stop";
    parameter Real lambda(unit = "s/m", min = 0) = 1 "Damping of a stop: the force grows by this per speed of approach";
    Units.Length depth "How far a stop is pressed in; negative: distance to the nearer one";
    Units.Energy energy "Stored energy";
    Units.Power loss "Power turned into heat";
  protected
    Boolean atMax "Presses against the upper stop";
    Boolean atMin "Presses against the lower stop";
  equation
    assert(s_max > s_min, "s_max must be above s_min");
    atMax = s_rel > s_max;
    atMin = s_rel < s_min;
    depth = noEvent(max(s_rel - s_max, s_min - s_rel));
    f = if atMax then c*(s_rel - s_max)*noEvent(max(0, 1 + lambda*v_rel))
      else if atMin then c*(s_rel - s_min)*noEvent(max(0, 1 - lambda*v_rel))
      else 0;
    energy = if atMax then c*(s_rel - s_max)^2/2 else if atMin then c*(s_rel - s_min)^2/2 else 0;
    loss = f*v_rel - (if atMax then c*(s_rel - s_max)*v_rel else if atMin then c*(s_rel - s_min)*v_rel else 0);
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-80, 0}}, color = {0, 127, 0}),
        Line(points = {{-80, 40}, {-80, -55}, {80, -55}, {80, -10}}, color = {0, 127, 0}, thickness = 0.5),
        Line(points = {{-80, -25}, {-77, -25}, {-73, -8}, {-65, -42}, {-57, -8}, {-53, -25}, {-48, -25}}, color = {0, 127, 0}),
        Line(points = {{80, -25}, {77, -25}, {73, -8}, {65, -42}, {57, -8}, {53, -25}, {48, -25}}, color = {0, 127, 0}),
        Line(points = {{-48, -8}, {-48, -42}}, color = {0, 127, 0}, thickness = 0.5),
        Line(points = {{48, -8}, {48, -42}}, color = {0, 127, 0}, thickness = 0.5),
        Rectangle(extent = {{-25, 25}, {25, -50}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Line(points = {{25, 0}, {90, 0}}, color = {0, 127, 0}),
        Text(extent = {{-150, -65}, {150, -93}}, textString = "%s_min to %s_max")}),
      Documentation(info = "<html><p>Nothing between the stops. Beyond one, Hunt and Crossley (J. Appl. Mech. 42 (1975) 440): <code>f = c x (1 + lambda x')</code> with the depth
<code>x</code>, never pulling. The force begins at zero, so that there is no jump at contact, and the coefficient of restitution is
<code>e = 1 - 2/3 lambda v</code> for small <code>lambda v</code>. One event at contact, one at release.</p>
<p>Typical: c 1e5 to 1e9 N/m, rubber 1e5 to 1e6, steel on steel 1e7 to 1e9; lambda 0.1 to 2 s/m. A body should sink in by less than a few per cent of the stroke.</p></html>"));
  end EndStop;

  model Lever "Two-armed lever"
    extends Partial.TwoFlanges;
    parameter Units.Length arm_a(min = 1e-9) = 1 "From the pivot to flange_a";
    parameter Units.Length arm_b = 1 "From the pivot to flange_b; negative: on the same side";
  equation
    flange_b.s*arm_a = -flange_a.s*arm_b;
    flange_a.f*arm_a = flange_b.f*arm_b;
    annotation(
      Icon(graphics = {
        Polygon(points = {{0, 0}, {-20, -45}, {20, -45}, {0, 0}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{-90, 4}, {90, -4}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-8, 8}, {8, -8}}, lineColor = {0, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-40, -45}, {40, -45}}),
        Line(points = {{-20, -45}, {-40, -65}}),
        Line(points = {{0, -45}, {-20, -65}}),
        Line(points = {{20, -45}, {0, -65}}),
        Line(points = {{40, -45}, {20, -65}}),
        Text(extent = {{-150, -75}, {150, -103}}, textString = "%arm_a : %arm_b")}),
      Documentation(info = "<html><p>Small angles: <code>s<sub>b</sub>/arm<sub>b</sub> = -s<sub>a</sub>/arm<sub>a</sub></code> and <code>f<sub>a</sub> arm<sub>a</sub> = f<sub>b</sub> arm<sub>b</sub></code>; no mass, no loss. An angle of
10 degrees makes an error of 1.5 %.</p></html>"));
  end Lever;

  model Weight "Gravity on a mass"
    parameter Units.Mass m = 1 "Mass";
    parameter Units.Angle angle(displayUnit = "deg") = Units.pi/2 "Between the direction of positive s and the horizontal: 90 deg, s points upwards";
    parameter Units.Acceleration g = Units.standardGravity "Gravity";
    Interfaces.Flange_b flange annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    flange.f = m*g*sin(angle);
    annotation(
      Icon(graphics = {
        Line(points = {{0, 0}, {90, 0}}, color = {0, 127, 0}),
        Polygon(points = {{-60, -45}, {60, -45}, {35, 35}, {-35, 35}, {-60, -45}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-12, 57}, {12, 33}}, lineColor = {0, 127, 0}),
        Text(extent = {{-45, 15}, {45, -30}}, textString = "m g"),
        Line(points = {{0, -45}, {0, -90}}, thickness = 0.5),
        Polygon(points = {{0, -90}, {4, -80}, {-4, -80}, {0, -90}}, lineColor = {0, 0, 0}, fillColor = {0, 0, 0}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, 102}, {150, 70}}, textString = "%name"),
        Text(extent = {{-150, -95}, {150, -123}}, textString = "m = %m")}),
      Documentation(info = "<html><p>Pulls the connected body with <code>m g sin(angle)</code> against positive <code>s</code>.</p></html>"));
  end Weight;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-60, 40}, {60, -40}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid), Line(points = {{-100, 0}, {-60, 0}}, color = {0, 127, 0}), Line(points = {{60, 0}, {100, 0}}, color = {0, 127, 0})}),
    Documentation(info = "<html><p>Masses, springs, dampers, stops, friction, levers; sources and sensors in packages of their own.</p></html>"));
end Translational;
