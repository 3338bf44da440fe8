within Dashpot.Mechanics;
package Rotational "Rotation about an axis"

  model Fixed "A shaft that does not turn"
    parameter Units.Angle phi0 = 0 "Its angle";
    Interfaces.Shaft_b shaft annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}})));
  equation
    shaft.phi = phi0;
    annotation(
      Icon(graphics = {
        Line(points = {{0, -10}, {0, -40}}, color = {95, 95, 95}),
        Line(points = {{-80, -40}, {80, -40}}),
        Line(points = {{-40, -40}, {-80, -80}}),
        Line(points = {{0, -40}, {-40, -80}}),
        Line(points = {{40, -40}, {0, -80}}),
        Line(points = {{80, -40}, {40, -80}}),
        Text(extent = {{-150, 72}, {150, 40}}, textString = "%name")}),
      Documentation(info = "<html><p><code>phi = phi0</code>, whatever the torque.</p></html>"));
  end Fixed;

  model Inertia "Turning mass"
    extends Partial.TwoShafts;
    parameter Units.Inertia J(min = 1e-60) = 1 "Moment of inertia";
    parameter Units.Angle phi_start = 0 "Angle at the start";
    parameter Units.AngularVelocity w_start = 0 "Angular velocity at the start";
    Units.Angle phi(start = phi_start, stateSelect = StateSelect.prefer) "Angle";
    Units.AngularVelocity w(start = w_start, stateSelect = StateSelect.prefer) "Angular velocity";
    Units.AngularAcceleration a "Angular acceleration";
    Units.Energy energy "Kinetic energy";
  equation
    shaft_a.phi = phi;
    shaft_b.phi = phi;
    w = der(phi);
    a = der(w);
    J*a = shaft_a.tau + shaft_b.tau;
    energy = J*w*w/2;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-90, 10}, {-50, -10}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{50, 10}, {90, -10}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{-50, 60}, {50, -60}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Text(extent = {{-150, -70}, {150, -98}}, textString = "J = %J")}),
      Documentation(info = "<html><p>Euler: <code>J a = tau<sub>a</sub> + tau<sub>b</sub></code>. Rigid; no friction.</p></html>"));
  end Inertia;

  model Spring "Linear torsion spring, or an elastic shaft"
    extends Partial.Compliant;
    parameter Units.RotationalStiffness c(min = 0) = 1000 "Stiffness";
    parameter Units.Angle phi_rel0 = 0 "Twist without torque";
    Units.Energy energy "Stored energy";
  equation
    tau = c*(phi_rel - phi_rel0);
    energy = c*(phi_rel - phi_rel0)^2/2;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-60, 0}, {-50, 30}, {-30, -30}, {-10, 30}, {10, -30}, {30, 30}, {50, -30}, {60, 0}, {90, 0}}, color = {95, 95, 95}),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "c = %c")}),
      Documentation(info = "<html><p><code>tau = c (phi_rel - phi_rel0)</code>. A steel shaft of diameter d and length l: <code>c = 79.3e9 pi d<sup>4</sup>/(32 l)</code> N.m/rad.</p></html>"));
  end Spring;

  model Damper "Linear damper"
    extends Partial.CompliantWithVelocity;
    parameter Units.RotationalDamping d(min = 0) = 1 "Damping";
    Units.Power loss "Power turned into heat";
  equation
    tau = d*w_rel;
    loss = tau*w_rel;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-40, 28}, {45, -28}}, pattern = LinePattern.None, fillColor = {220, 220, 220}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-10, 0}}, color = {95, 95, 95}),
        Line(points = {{-10, 20}, {-10, -20}}, color = {95, 95, 95}, thickness = 0.75),
        Line(points = {{-45, 30}, {45, 30}, {45, -30}, {-45, -30}}, color = {95, 95, 95}),
        Line(points = {{45, 0}, {90, 0}}, color = {95, 95, 95}),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "d = %d")}),
      Documentation(info = "<html><p><code>tau = d w_rel</code>: an oil-filled coupling, a bearing with thick oil. An inertia J on a spring c is critically damped by <code>d = 2 sqrt(c J)</code>.</p></html>"));
  end Damper;

  model SpringDamper "Spring and damper in parallel"
    extends Partial.CompliantWithVelocity;
    parameter Units.RotationalStiffness c(min = 0) = 1000 "Stiffness";
    parameter Units.RotationalDamping d(min = 0) = 1 "Damping";
    parameter Units.Angle phi_rel0 = 0 "Twist without torque";
    Units.Energy energy "Stored energy";
    Units.Power loss "Power turned into heat";
  equation
    tau = c*(phi_rel - phi_rel0) + d*w_rel;
    energy = c*(phi_rel - phi_rel0)^2/2;
    loss = d*w_rel*w_rel;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-80, 0}}, color = {95, 95, 95}),
        Line(points = {{-80, 35}, {-80, -35}}, color = {95, 95, 95}),
        Line(points = {{80, 35}, {80, -35}}, color = {95, 95, 95}),
        Line(points = {{80, 0}, {90, 0}}, color = {95, 95, 95}),
        Line(points = {{-80, 35}, {-60, 35}, {-50, 55}, {-30, 15}, {-10, 55}, {10, 15}, {30, 55}, {50, 15}, {60, 35}, {80, 35}}, color = {95, 95, 95}),
        Rectangle(extent = {{-40, -17}, {45, -53}}, pattern = LinePattern.None, fillColor = {220, 220, 220}, fillPattern = FillPattern.Solid),
        Line(points = {{-80, -35}, {-10, -35}}, color = {95, 95, 95}),
        Line(points = {{-10, -22}, {-10, -48}}, color = {95, 95, 95}, thickness = 0.75),
        Line(points = {{-45, -15}, {45, -15}, {45, -55}, {-45, -55}}, color = {95, 95, 95}),
        Line(points = {{45, -35}, {80, -35}}, color = {95, 95, 95}),
        Text(extent = {{-150, -65}, {150, -93}}, textString = "c = %c")}),
      Documentation(info = "<html><p><code>tau = c (phi_rel - phi_rel0) + d w_rel</code>: an elastic coupling. Rubber couplings have a damping ratio of 0.05 to 0.1.</p></html>"));
  end SpringDamper;

  model EndStop "Elastic stops at both ends of a range of angles"
    extends Partial.CompliantWithVelocity;
    parameter Units.Angle phi_min = 0 "Lower stop, relative to shaft_a";
    parameter Units.Angle phi_max = 1 "Upper stop, relative to shaft_a";
    parameter Units.RotationalStiffness c(min = 0) = 1e5 "Stiffness of a stop";
    parameter Real lambda(unit = "s/rad", min = 0) = 0.1 "Damping of a stop: the torque grows by this per speed of approach";
    Units.Angle depth "How far a stop is pressed in; negative: distance to the nearer one";
    Units.Energy energy "Stored energy";
    Units.Power loss "Power turned into heat";
  protected
    Boolean atMax "Presses against the upper stop";
    Boolean atMin "Presses against the lower stop";
  equation
    assert(phi_max > phi_min, "phi_max must be above phi_min");
    atMax = phi_rel > phi_max;
    atMin = phi_rel < phi_min;
    depth = noEvent(max(phi_rel - phi_max, phi_min - phi_rel));
    tau = if atMax then c*(phi_rel - phi_max)*noEvent(max(0, 1 + lambda*w_rel))
      else if atMin then c*(phi_rel - phi_min)*noEvent(max(0, 1 - lambda*w_rel))
      else 0;
    energy = if atMax then c*(phi_rel - phi_max)^2/2 else if atMin then c*(phi_rel - phi_min)^2/2 else 0;
    loss = tau*w_rel - (if atMax then c*(phi_rel - phi_max)*w_rel else if atMin then c*(phi_rel - phi_min)*w_rel else 0);
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-61, 0}, {-61, 35}}, color = {95, 95, 95}),
        Ellipse(extent = {{-70, 70}, {70, -70}}, lineColor = {95, 95, 95}, startAngle = 30, endAngle = 150, closure = EllipseClosure.None),
        Polygon(points = {{-61, 35}, {-35, 20}, {-32, 26}, {-57, 41}, {-61, 35}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
        Polygon(points = {{61, 35}, {35, 20}, {32, 26}, {57, 41}, {61, 35}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-7, 15}, {7, 15}, {4, 58}, {-4, 58}, {-7, 15}}, lineColor = {95, 95, 95}, fillColor = {220, 220, 220}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-22, 22}, {22, -22}}, lineColor = {95, 95, 95}, fillColor = {220, 220, 220}, fillPattern = FillPattern.Solid),
        Line(points = {{22, 0}, {90, 0}}, color = {95, 95, 95}),
        Text(extent = {{-150, -40}, {150, -68}}, textString = "%phi_min to %phi_max")}),
      Documentation(info = "<html><p>Nothing between the stops. Beyond one, Hunt and Crossley (J. Appl. Mech. 42 (1975) 440): <code>tau = c x (1 + lambda x')</code> with the depth
<code>x</code>, never pulling. The torque begins at zero, so that there is no jump at contact. One event at contact, one at release.</p>
<p>Typical: c 1e4 to 1e6 N.m/rad for vane motors and swivel drives; lambda 0.01 to 0.5 s/rad. A shaft should sink in by less than a few per cent of its range.</p></html>"));
  end EndStop;

  model Gear "Gear without mass"
    extends Partial.TwoShafts;
    parameter Real ratio = 1 "Speed of shaft_a over speed of shaft_b; negative: opposite sense";
  equation
    assert(ratio <> 0, "A gear has a ratio other than zero");
    shaft_a.phi = ratio*shaft_b.phi;
    0 = ratio*shaft_a.tau + shaft_b.tau;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-90, 8}, {-40, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{-40, 25}, {-10, -25}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{-40, 80}, {-10, 25}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{-10, 58}, {10, 47}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{10, 70}, {40, 35}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{10, 35}, {40, -35}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{40, 8}, {90, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "ratio = %ratio")}),
      Documentation(info = "<html><p><code>phi<sub>a</sub> = ratio phi<sub>b</sub></code>; no loss, no play: <code>tau<sub>b</sub> = -ratio tau<sub>a</sub></code>. Inertias on both sides become one.</p></html>"));
  end Gear;

  model LossyGear "Gear with efficiency"
    extends Partial.TwoShafts;
    parameter Real ratio = 1 "Speed of shaft_a over speed of shaft_b; negative: opposite sense";
    parameter Real eta(min = 0.01, max = 1) = 0.97 "Efficiency, in either direction";
    parameter Units.Power P_small(min = 1e-12) = 1 "Around this power the direction of the loss changes over";
    Units.Power power "Taken in by shaft_a";
    Units.Power loss "Power turned into heat";
  protected
    Units.AngularVelocity w "Speed of shaft_a";
    Real k "Part of the torque that arrives";
  equation
    assert(ratio <> 0, "A gear has a ratio other than zero");
    shaft_a.phi = ratio*shaft_b.phi;
    w = der(shaft_a.phi);
    power = shaft_a.tau*w;
    k = (eta + 1/eta)/2 + (eta - 1/eta)/2*tanh(power/P_small);
    shaft_b.tau = -ratio*k*shaft_a.tau;
    loss = (1 - k)*power;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-90, 8}, {-40, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{-40, 25}, {-10, -25}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{-40, 80}, {-10, 25}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{-10, 58}, {10, 47}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{10, 70}, {40, 35}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{10, 35}, {40, -35}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{40, 8}, {90, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Text(extent = {{50, 75}, {80, 40}}, textString = "η"),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "ratio = %ratio"),
        Text(extent = {{-150, -85}, {150, -113}}, textString = "eta = %eta")}),
      Documentation(info = "<html><p>Power that enters at one side leaves the other times <code>eta</code>, whichever way it goes; between the two directions the change is smooth, over a power of
<code>P_small</code>. Typical: eta 0.5 to 0.98, a pair of spur gears 0.98, worms 0.5 to 0.9.</p></html>"));
  end LossyGear;

  model Clutch "Friction clutch"
    extends Partial.TwoShafts annotation(IconMap(primitivesVisible = false));
    extends Mechanics.StickSlip(final v_small = 1e-8*w_s);
    parameter Real mu(min = 0) = 0.3 "Coefficient of friction while it slips";
    parameter Real peakRatio(min = 1) = 1.1 "Friction at rest over friction while it slips";
    parameter Units.AngularVelocity w_s(min = 1e-12) = 1 "Stribeck speed: where the excess has fallen to 37 %";
    parameter Units.Length radius(min = 0) = 0.1 "Mean radius of the discs";
    parameter Integer surfaces(min = 1) = 2 "Number of friction surfaces";
    parameter Units.Force f_n_max(min = 0) = 1000 "Normal force at full signal";
    Interfaces.RealInput u "0: open, 1: pressed with f_n_max" annotation(Placement(transformation(origin = {0, 110}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
    Units.Angle phi_rel "Twist from shaft_a to shaft_b";
    Units.AngularVelocity w_rel "Slip";
    Units.Torque friction "Torque that holds the shafts together";
    Units.Force f_n "Normal force";
    Units.Power loss "Power turned into heat";
  equation
    phi_rel = shaft_b.phi - shaft_a.phi;
    w_rel = der(phi_rel);
    v = w_rel;
    a = der(w_rel);
    f_n = f_n_max*noEvent(min(u, 1));
    free = f_n <= 0;
    peak = surfaces*mu*peakRatio*radius*f_n;
    sliding = surfaces*mu*radius*f_n*(1 + (peakRatio - 1)*exp(-(w_rel/w_s)^2));
    friction = f;
    shaft_b.tau = friction;
    shaft_a.tau = -friction;
    loss = friction*w_rel;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-90, 8}, {-25, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{25, 8}, {90, -8}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{-25, 60}, {-5, -60}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Rectangle(extent = {{5, 60}, {25, -60}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.HorizontalCylinder),
        Line(points = {{0, 90}, {0, 75}}, color = {0, 0, 127}),
        Line(points = {{0, 75}, {-55, 75}, {-55, 35}, {-27, 35}}, color = {0, 0, 127}),
        Polygon(points = {{-27, 35}, {-37, 39}, {-37, 31}, {-27, 35}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid),
        Line(points = {{0, 75}, {55, 75}, {55, 35}, {27, 35}}, color = {0, 0, 127}),
        Polygon(points = {{27, 35}, {37, 31}, {37, 39}, {27, 35}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid),
        Text(extent = {{25, 122}, {225, 90}}, textString = "%name", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>Slips with <code>tau = n mu r f_n (1 + (peakRatio - 1) exp(-(w/w_s)<sup>2</sup>))</code>, sticks below the break-away torque, is free when the signal is not positive (see
<code>Mechanics.StickSlip</code>). Both shafts need an inertia. Connect one shaft to a <code>Fixed</code> for a brake. Typical: mu 0.1 to 0.3, in oil 0.1, dry 0.3.</p></html>"));
  end Clutch;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-100, 10}, {-50, -10}}, fillColor = {220, 220, 220}, fillPattern = FillPattern.HorizontalCylinder), Rectangle(extent = {{50, 10}, {100, -10}}, fillColor = {220, 220, 220}, fillPattern = FillPattern.HorizontalCylinder), Rectangle(extent = {{-50, 60}, {50, -60}}, fillColor = {220, 220, 220}, fillPattern = FillPattern.HorizontalCylinder)}),
    Documentation(info = "<html><p>Inertias, springs, dampers, friction, gears, clutches; sources and sensors in packages of their own.</p></html>"));
end Rotational;
