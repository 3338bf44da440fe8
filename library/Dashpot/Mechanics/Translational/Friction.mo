within Dashpot.Mechanics.Translational;
package Friction "Friction between two flanges; connect one to a Fixed for friction on the ground"

  partial model Stribeck "The curve of friction over velocity"
    parameter Units.Force Fc(min = 0) = 100 "Coulomb friction";
    parameter Units.Force Fs(min = 0) = 150 "Break-away friction, at least Fc";
    parameter Units.Velocity vs(min = 1e-12) = 0.01 "Stribeck velocity: where the excess has fallen to 37 %";
    parameter Units.TranslationalDamping b(min = 0) = 50 "Viscous friction";
  equation
    assert(Fs >= Fc, "The break-away friction Fs must not be below the Coulomb friction Fc");
    annotation(Documentation(info = "<html><p><code>F(v) = Fc + (Fs - Fc) exp(-(v/vs)<sup>2</sup>) + b |v|</code>, against the motion (Stribeck 1902; this form: Bo and Pavelescu 1982). Typical for
seals of hydraulic cylinders: Fc 1 to 5 % of the greatest force, Fs 1.2 to 2 Fc, vs 1 to 20 mm/s.</p></html>"));
  end Stribeck;

  model SmoothFriction "Static curve, rounded off at zero"
    extends Partial.CompliantWithVelocity;
    extends Stribeck;
    parameter Units.Velocity vSmall(min = 1e-12) = vs/10 "Within about this velocity the curve runs through zero";
    Units.Power loss "Power turned into heat";
  equation
    f = (Fc + (Fs - Fc)*exp(-(v_rel/vs)^2))*tanh(v_rel/vSmall) + b*v_rel;
    loss = f*v_rel;
    annotation(
      Icon(graphics = {Line(points = {{-80, -40}, {-40, -25}, {-10, -60}, {10, 60}, {40, 25}, {80, 40}}, color = {0, 127, 0}), Line(points = {{-90, 0}, {90, 0}}), Line(points = {{0, 80}, {0, -80}})}),
      Documentation(info = "<html><p><code>f = (Fc + (Fs - Fc) exp(-(v/vs)<sup>2</sup>)) tanh(v/vSmall) + b v</code>. Smooth and without events, but nothing ever comes to rest: under a steady force
below the break-away value it creeps with less than <code>vSmall</code>. The slope at zero, <code>Fs/vSmall</code>, makes it stiff.</p></html>"));
  end SmoothFriction;

  model StickSlipFriction "Static curve with a true state of rest"
    extends Partial.TwoFlanges;
    extends Stribeck;
    extends Mechanics.StickSlip(final vSmall = 1e-8*vs);
    Units.Length s_rel "Distance from flange_a to flange_b";
    Units.Velocity v_rel "Velocity with which they part";
    Units.Force friction "Friction force that draws the flanges together";
    Units.Power loss "Power turned into heat";
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    v = v_rel;
    a = der(v_rel);
    peak = Fs;
    sliding = Fc + (Fs - Fc)*exp(-(v_rel/vs)^2) + b*noEvent(abs(v_rel));
    free = false;
    friction = f;
    flange_b.f = friction;
    flange_a.f = -friction;
    loss = friction*v_rel;
    annotation(
      Icon(graphics = {Line(points = {{-80, -40}, {-40, -25}, {0, -60}, {0, 60}, {40, 25}, {80, 40}}, color = {0, 127, 0}), Line(points = {{-90, 0}, {90, 0}})}),
      Documentation(info = "<html><p>At rest the friction is what holds the flanges together, up to <code>Fs</code>; then they slide on the Stribeck curve. Events where it breaks away and where it comes to rest
(see <code>Mechanics.StickSlip</code>). Both flanges must have a mass, or be fixed: between two springs at rest the motion is not determined.</p></html>"));
  end StickSlipFriction;

  model LuGreFriction "Bristles: friction with memory"
    extends Partial.CompliantWithVelocity;
    extends Stribeck;
    parameter Units.TranslationalStiffness sigma0(min = 0) = 1e6 "Stiffness of the bristles";
    parameter Units.TranslationalDamping sigma1(min = 0) = 1e3 "Damping of the bristles";
    parameter Units.Length z_start = 0 "Deflection at the start";
    Units.Length z(start = z_start, fixed = true, nominal = Fc/sigma0) "Mean deflection of the bristles";
    Units.Power loss "Power turned into heat";
    Units.Energy energy "Stored in the bristles";
  protected
    Units.Force g "Steady friction without its viscous part";
    Units.Velocity zd "Rate of z";
  equation
    g = Fc + (Fs - Fc)*exp(-(v_rel/vs)^2);
    zd = v_rel - sigma0*noEvent(abs(v_rel))/g*z;
    der(z) = zd;
    f = sigma0*z + sigma1*zd + b*v_rel;
    energy = sigma0*z*z/2;
    loss = f*v_rel - sigma0*z*zd;
    annotation(
      Icon(graphics = {Line(points = {{-80, -20}, {80, -20}}, color = {0, 127, 0}), Line(points = {{-60, -20}, {-40, 20}}), Line(points = {{-20, -20}, {0, 20}}), Line(points = {{20, -20}, {40, 20}}), Line(points = {{-70, 20}, {70, 20}}, color = {0, 127, 0})}),
      Documentation(info = "<html><p>Canudas de Wit, Olsson, Astrom and Lischinsky (IEEE Trans. Autom. Control 40 (1995) 419): <code>z' = v - sigma0 |v|/g(v) z</code>,
<code>f = sigma0 z + sigma1 z' + b v</code> with <code>g(v) = Fc + (Fs - Fc) exp(-(v/vs)<sup>2</sup>)</code>. At a constant velocity it is the Stribeck curve; before sliding, a
spring; on changes of velocity it has hysteresis. <code>|z| &le; Fs/sigma0</code> if it starts so.</p>
<p>Typical: sigma0 = Fs/(1 to 20 um); sigma1 about sqrt(sigma0 m). Stiff by construction: a time constant of <code>1/(sigma0 |v|/g)</code>. The loss cannot become negative
while <code>sigma1</code> is below <code>4 g/|v|</code>; large values of it at high speed are not physical (Barahona and Canudas de Wit 2002).</p></html>"));
  end LuGreFriction;

  annotation(
    Icon(graphics = {Line(points = {{-80, -40}, {-40, -25}, {-10, -60}, {10, 60}, {40, 25}, {80, 40}}, color = {0, 127, 0})}),
    Documentation(info = "<html><p>Three models of one curve: <code>SmoothFriction</code> where rest does not matter, <code>StickSlipFriction</code> where it does,
<code>LuGreFriction</code> where the motion before sliding counts too.</p></html>"));
end Friction;
