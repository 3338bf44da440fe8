within Dashpot.Mechanics.Translational;
package Friction "Friction between two flanges; connect one to a Fixed for friction on the ground"

  partial model Stribeck "The curve of friction over velocity"
    parameter Units.Force F_C(min = 0) = 100 "Coulomb friction";
    parameter Units.Force F_S(min = 0) = 150 "Break-away friction, at least F_C";
    parameter Units.Velocity v_s(min = 1e-12) = 0.01 "Stribeck velocity: where the excess has fallen to 37 %";
    parameter Units.TranslationalDamping b(min = 0) = 50 "Viscous friction";
  equation
    assert(F_S >= F_C, "The break-away friction F_S must not be below the Coulomb friction F_C");
    annotation(Documentation(info = "<html><p><code>F(v) = F_C + (F_S - F_C) exp(-(v/v_s)<sup>2</sup>) + b |v|</code>, against the motion (Stribeck 1902; this form: Bo and Pavelescu 1982). Seals of hydraulic
cylinders have an F_C of 1 to 5 % of the greatest force. Typical: F_S 1.2 to 2 F_C; v_s 1 to 20 mm/s.</p></html>"));
  end Stribeck;

  model SmoothFriction "Static curve, rounded off at zero"
    extends Partial.CompliantWithVelocity;
    extends Stribeck;
    parameter Units.Velocity v_small(min = 1e-12) = v_s/10 "Within about this velocity the curve runs through zero";
    Units.Power loss "Power turned into heat";
  equation
    f = (F_C + (F_S - F_C)*exp(-(v_rel/v_s)^2))*tanh(v_rel/v_small) + b*v_rel;
    loss = f*v_rel;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-70, 0}}, color = {0, 127, 0}),
        Line(points = {{70, 0}, {90, 0}}, color = {0, 127, 0}),
        Rectangle(extent = {{-70, 60}, {70, -60}}, lineColor = {0, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-60, 0}, {60, 0}}, color = {160, 160, 160}),
        Line(points = {{0, 50}, {0, -50}}, color = {160, 160, 160}),
        Line(points = {{-60, -42}, {-30, -22}, {-12, -30}, {-6, -45}, {0, 0}, {6, 45}, {12, 30}, {30, 22}, {60, 42}}, color = {0, 127, 0}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{-150, -65}, {150, -93}}, textString = "F_C = %F_C")}),
      Documentation(info = "<html><p><code>f = (F_C + (F_S - F_C) exp(-(v/v_s)<sup>2</sup>)) tanh(v/v_small) + b v</code>. Smooth and without events, but nothing ever comes to rest: under a steady force
below the break-away value it creeps with less than <code>v_small</code>. The slope at zero, <code>F_S/v_small</code>, makes it stiff.</p></html>"));
  end SmoothFriction;

  model StickSlipFriction "Static curve with a true state of rest"
    extends Partial.TwoFlanges;
    extends Stribeck;
    extends Mechanics.StickSlip(final v_small = 1e-8*v_s);
    Units.Length s_rel "Distance from flange_a to flange_b";
    Units.Velocity v_rel "Velocity with which they part";
    Units.Force friction "Friction force that draws the flanges together";
    Units.Power loss "Power turned into heat";
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    v = v_rel;
    a = der(v_rel);
    peak = F_S;
    sliding = F_C + (F_S - F_C)*exp(-(v_rel/v_s)^2) + b*noEvent(abs(v_rel));
    free = false;
    friction = f;
    flange_b.f = friction;
    flange_a.f = -friction;
    loss = friction*v_rel;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-70, 0}}, color = {0, 127, 0}),
        Line(points = {{70, 0}, {90, 0}}, color = {0, 127, 0}),
        Rectangle(extent = {{-70, 60}, {70, -60}}, lineColor = {0, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-60, 0}, {60, 0}}, color = {160, 160, 160}),
        Line(points = {{0, 50}, {0, -50}}, color = {160, 160, 160}),
        Line(points = {{0, -48}, {0, 48}}, color = {0, 127, 0}, thickness = 0.5),
        Line(points = {{0, 48}, {8, 30}, {25, 22}, {40, 28}, {60, 42}}, color = {0, 127, 0}, thickness = 0.5, smooth = Smooth.Bezier),
        Line(points = {{0, -48}, {-8, -30}, {-25, -22}, {-40, -28}, {-60, -42}}, color = {0, 127, 0}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{-150, -65}, {150, -93}}, textString = "F_C = %F_C")}),
      Documentation(info = "<html><p>At rest the friction is what holds the flanges together, up to <code>F_S</code>; then they slide on the Stribeck curve. Events where it breaks away and where it comes to rest
(see <code>Mechanics.StickSlip</code>). Both flanges must have a mass, or be fixed: between two springs at rest the motion is not determined.</p></html>"));
  end StickSlipFriction;

  model LuGreFriction "Bristles: friction with memory"
    extends Partial.CompliantWithVelocity;
    extends Stribeck;
    parameter Units.TranslationalStiffness sigma0(min = 1) = 1e7 "Stiffness of the bristles";
    parameter Units.TranslationalDamping sigma1(min = 0) = 3e3 "Damping of the bristles";
    parameter Units.Length z_start = 0 "Deflection at the start";
    Units.Length z(start = z_start, fixed = true, nominal = F_C/sigma0) "Mean deflection of the bristles";
    Units.Power loss "Power turned into heat";
    Units.Energy energy "Stored in the bristles";
  protected
    Units.Force g "Steady friction without its viscous part";
    Units.Velocity zd "Rate of z";
  equation
    g = F_C + (F_S - F_C)*exp(-(v_rel/v_s)^2);
    zd = v_rel - sigma0*noEvent(abs(v_rel))/g*z;
    der(z) = zd;
    f = sigma0*z + sigma1*zd + b*v_rel;
    energy = sigma0*z*z/2;
    loss = f*v_rel - sigma0*z*zd;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-75, 0}, {-75, -35}, {-60, -35}}, color = {0, 127, 0}),
        Line(points = {{90, 0}, {75, 0}, {75, 35}, {60, 35}}, color = {0, 127, 0}),
        Rectangle(extent = {{-60, -30}, {60, -42}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{-60, 42}, {60, 30}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
        Line(points = {{-48, -30}, {-44, -10}, {-32, 2}}, color = {0, 127, 0}, smooth = Smooth.Bezier),
        Line(points = {{-14, -30}, {-10, -10}, {2, 2}}, color = {0, 127, 0}, smooth = Smooth.Bezier),
        Line(points = {{20, -30}, {24, -10}, {36, 2}}, color = {0, 127, 0}, smooth = Smooth.Bezier),
        Line(points = {{-24, 30}, {-28, 10}, {-40, -2}}, color = {0, 127, 0}, smooth = Smooth.Bezier),
        Line(points = {{10, 30}, {6, 10}, {-6, -2}}, color = {0, 127, 0}, smooth = Smooth.Bezier),
        Line(points = {{44, 30}, {40, 10}, {28, -2}}, color = {0, 127, 0}, smooth = Smooth.Bezier),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "F_C = %F_C")}),
      Documentation(info = "<html><p>Canudas de Wit, Olsson, Astrom and Lischinsky (IEEE Trans. Autom. Control 40 (1995) 419): <code>z' = v - sigma0 |v|/g(v) z</code>,
<code>f = sigma0 z + sigma1 z' + b v</code> with <code>g(v) = F_C + (F_S - F_C) exp(-(v/v_s)<sup>2</sup>)</code>. At a constant velocity it is the Stribeck curve; before sliding, a
spring; on changes of velocity it has hysteresis. <code>|z| &le; F_S/sigma0</code> if it starts so.</p>
<p>Typical: sigma0 7e6 to 2e8 N/m, so that the bristles yield by 1 to 20 um; sigma1 about sqrt(sigma0 m). Stiff by construction: a time constant of <code>1/(sigma0 |v|/g)</code>. The loss cannot become negative
while <code>sigma1</code> is below <code>4 g/|v|</code>; large values of it at high speed are not physical (Barahona and Canudas de Wit 2002).</p></html>"));
  end LuGreFriction;

  annotation(
    Icon(graphics = {Line(points = {{-80, -40}, {-40, -25}, {-10, -60}, {10, 60}, {40, 25}, {80, 40}}, color = {0, 127, 0})}),
    Documentation(info = "<html><p>Three models of one curve: <code>SmoothFriction</code> where rest does not matter, <code>StickSlipFriction</code> where it does,
<code>LuGreFriction</code> where the motion before sliding counts too.</p></html>"));
end Friction;
