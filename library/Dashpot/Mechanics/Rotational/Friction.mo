within Dashpot.Mechanics.Rotational;
package Friction "Friction between two shafts; connect one to a Fixed for a bearing"

  partial model Stribeck "The curve of friction over speed"
    parameter Units.Torque tau_C(min = 0) = 1 "Coulomb friction";
    parameter Units.Torque tau_S(min = 0) = 1.5 "Break-away friction, at least tau_C";
    parameter Units.AngularVelocity w_s(min = 1e-12) = 0.1 "Stribeck speed: where the excess has fallen to 37 %";
    parameter Units.RotationalDamping b(min = 0) = 0.01 "Viscous friction";
  equation
    assert(tau_S >= tau_C, "The break-away friction tau_S must not be below the Coulomb friction tau_C");
    annotation(Documentation(info = "<html><p><code>T(w) = tau_C + (tau_S - tau_C) exp(-(w/w_s)<sup>2</sup>) + b |w|</code>, against the motion.</p></html>"));
  end Stribeck;

  model SmoothFriction "Static curve, rounded off at zero"
    extends Partial.CompliantWithVelocity;
    extends Stribeck;
    parameter Units.AngularVelocity w_small(min = 1e-12) = w_s/10 "Within about this speed the curve runs through zero";
    Units.Power loss "Power turned into heat";
  equation
    tau = (tau_C + (tau_S - tau_C)*exp(-(w_rel/w_s)^2))*tanh(w_rel/w_small) + b*w_rel;
    loss = tau*w_rel;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-70, 0}}, color = {95, 95, 95}),
        Line(points = {{70, 0}, {90, 0}}, color = {95, 95, 95}),
        Rectangle(extent = {{-70, 60}, {70, -60}}, lineColor = {95, 95, 95}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-60, 0}, {60, 0}}, color = {160, 160, 160}),
        Line(points = {{0, 50}, {0, -50}}, color = {160, 160, 160}),
        Line(points = {{-60, -42}, {-30, -22}, {-12, -30}, {-6, -45}, {0, 0}, {6, 45}, {12, 30}, {30, 22}, {60, 42}}, color = {95, 95, 95}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{-150, -65}, {150, -93}}, textString = "tau_C = %tau_C")}),
      Documentation(info = "<html><p>As the translational one: smooth, without events, and it creeps instead of coming to rest.</p></html>"));
  end SmoothFriction;

  model StickSlipFriction "Static curve with a true state of rest"
    extends Partial.TwoShafts;
    extends Stribeck;
    extends Mechanics.StickSlip(final v_small = 1e-8*w_s);
    Units.Angle phi_rel "Twist from shaft_a to shaft_b";
    Units.AngularVelocity w_rel "Speed of shaft_b less that of shaft_a";
    Units.Torque friction "Friction torque";
    Units.Power loss "Power turned into heat";
  equation
    phi_rel = shaft_b.phi - shaft_a.phi;
    w_rel = der(phi_rel);
    v = w_rel;
    a = der(w_rel);
    peak = tau_S;
    sliding = tau_C + (tau_S - tau_C)*exp(-(w_rel/w_s)^2) + b*noEvent(abs(w_rel));
    free = false;
    friction = f;
    shaft_b.tau = friction;
    shaft_a.tau = -friction;
    loss = friction*w_rel;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-70, 0}}, color = {95, 95, 95}),
        Line(points = {{70, 0}, {90, 0}}, color = {95, 95, 95}),
        Rectangle(extent = {{-70, 60}, {70, -60}}, lineColor = {95, 95, 95}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-60, 0}, {60, 0}}, color = {160, 160, 160}),
        Line(points = {{0, 50}, {0, -50}}, color = {160, 160, 160}),
        Line(points = {{0, -48}, {0, 48}}, color = {95, 95, 95}, thickness = 0.5),
        Line(points = {{0, 48}, {8, 30}, {25, 22}, {40, 28}, {60, 42}}, color = {95, 95, 95}, thickness = 0.5, smooth = Smooth.Bezier),
        Line(points = {{0, -48}, {-8, -30}, {-25, -22}, {-40, -28}, {-60, -42}}, color = {95, 95, 95}, thickness = 0.5, smooth = Smooth.Bezier),
        Text(extent = {{-150, -65}, {150, -93}}, textString = "tau_C = %tau_C")}),
      Documentation(info = "<html><p>At rest the friction is what holds the shafts together, up to <code>tau_S</code> (see <code>Mechanics.StickSlip</code>). Both shafts need an inertia, or are fixed.</p></html>"));
  end StickSlipFriction;

  model LuGreFriction "Bristles: friction with memory"
    extends Partial.CompliantWithVelocity;
    extends Stribeck;
    parameter Units.RotationalStiffness sigma0(min = 1e-3) = 1e3 "Stiffness of the bristles";
    parameter Units.RotationalDamping sigma1(min = 0) = 1 "Damping of the bristles";
    parameter Units.Angle z_start = 0 "Deflection at the start";
    Units.Angle z(start = z_start, fixed = true, nominal = tau_C/sigma0) "Mean deflection of the bristles";
    Units.Power loss "Power turned into heat";
    Units.Energy energy "Stored in the bristles";
  protected
    Units.Torque g "Steady friction without its viscous part";
    Units.AngularVelocity zd "Rate of z";
  equation
    g = tau_C + (tau_S - tau_C)*exp(-(w_rel/w_s)^2);
    zd = w_rel - sigma0*noEvent(abs(w_rel))/g*z;
    der(z) = zd;
    tau = sigma0*z + sigma1*zd + b*w_rel;
    energy = sigma0*z*z/2;
    loss = tau*w_rel - sigma0*z*zd;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-75, 0}, {-75, -35}, {-60, -35}}, color = {95, 95, 95}),
        Line(points = {{90, 0}, {75, 0}, {75, 35}, {60, 35}}, color = {95, 95, 95}),
        Rectangle(extent = {{-60, -30}, {60, -42}}, lineColor = {95, 95, 95}, fillColor = {220, 220, 220}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{-60, 42}, {60, 30}}, lineColor = {95, 95, 95}, fillColor = {220, 220, 220}, fillPattern = FillPattern.Solid),
        Line(points = {{-48, -30}, {-44, -10}, {-32, 2}}, color = {95, 95, 95}, smooth = Smooth.Bezier),
        Line(points = {{-14, -30}, {-10, -10}, {2, 2}}, color = {95, 95, 95}, smooth = Smooth.Bezier),
        Line(points = {{20, -30}, {24, -10}, {36, 2}}, color = {95, 95, 95}, smooth = Smooth.Bezier),
        Line(points = {{-24, 30}, {-28, 10}, {-40, -2}}, color = {95, 95, 95}, smooth = Smooth.Bezier),
        Line(points = {{10, 30}, {6, 10}, {-6, -2}}, color = {95, 95, 95}, smooth = Smooth.Bezier),
        Line(points = {{44, 30}, {40, 10}, {28, -2}}, color = {95, 95, 95}, smooth = Smooth.Bezier),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "tau_C = %tau_C")}),
      Documentation(info = "<html><p>As the translational one: Canudas de Wit, Olsson, Astrom and Lischinsky (1995).</p></html>"));
  end LuGreFriction;

  annotation(
    Icon(graphics = {Line(points = {{-80, -40}, {-40, -25}, {-10, -60}, {10, 60}, {40, 25}, {80, 40}})}),
    Documentation(info = "<html><p>Three models of one curve, as for translation.</p></html>"));
end Friction;
