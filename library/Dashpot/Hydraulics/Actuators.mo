within Dashpot.Hydraulics;
package Actuators "Cylinders and rotary motors with friction, end stops and load"

  package Friction "Friction of seals and guides"
    partial model Partial "What a slider asks of its friction"
      input Units.Velocity v "Velocity";
      Units.Force F "Force against the motion";
      Units.Power loss "Power turned into heat";
      Units.Energy energy "Energy stored";
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-80, 0}, {80, 0}}, color = {95, 95, 95}),
          Polygon(points = {{84, 0}, {72, 4.5}, {72, -4.5}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
          Line(points = {{0, -80}, {0, 80}}, color = {95, 95, 95}),
          Polygon(points = {{0, 84}, {-4.5, 72}, {4.5, 72}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
          Text(extent = {{-150, -90}, {150, -122}}, textString = "%name")}),
        Documentation(info = "<html><p>A slider gives its velocity, the friction answers with its force.</p></html>"));
    end Partial;

    model None "None"
      extends Partial;
    equation
      F = 0;
      loss = 0;
      energy = 0;
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-70, 0}, {70, 0}}, color = {0, 60, 160})}),
        Documentation(info = "<html><p>F = 0: for studies, and where a load has its own.</p></html>"));
    end None;

    model Viscous "In proportion to the velocity"
      extends Partial;
      parameter Units.TranslationalDamping b = 500 "Viscous friction";
    equation
      F = b*v;
      loss = F*v;
      energy = 0;
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-70, -60}, {70, 60}}, color = {0, 60, 160})}),
        Documentation(info = "<html><p>F = b v.</p></html>"));
    end Viscous;

    model Stribeck "Coulomb, Stribeck and viscous friction, the sign of the velocity smoothed"
      extends Partial;
      parameter Units.Force F_C(min = 0) = 200 "Coulomb friction";
      parameter Units.Force F_S(min = 0) = 500 "Static friction";
      parameter Units.Velocity v_s(min = 1e-12) = 0.02 "Stribeck velocity";
      parameter Units.TranslationalDamping b = 500 "Viscous friction";
      parameter Units.Velocity v_small(min = 1e-12) = 1e-3 "The sign of the velocity changes within about this";
    equation
      F = (F_C + (F_S - F_C)*exp(-(v/v_s)^2))*Functions.sign(v, v_small) + b*v;
      loss = F*v;
      energy = 0;
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-76, -62}, {-30, -30}, {-16, -34}, {-8, -60}, {-4, -72}, {4, 72}, {8, 60}, {16, 34}, {30, 30}, {76, 62}}, color = {0, 60, 160}, smooth = Smooth.Bezier)}),
        Documentation(info = "<html><p>F = (F_C + (F_S - F_C) exp(-(v/v_s)^2)) tanh(v/v_small) + b v (Esque 2008, eq. 3.13, with the exponent squared). Does not hold a load at rest: it
creeps at a speed below v_small. Typical: v_s 5 to 50 mm/s; F_C some percent of the force of the cylinder.</p></html>"));
    end Stribeck;

    model StribeckStick "The same with true sticking: at rest it holds up to the static friction"
      extends Partial;
      parameter Units.Force F_C(min = 0) = 200 "Coulomb friction";
      parameter Units.Force F_S(min = 0) = 500 "Static friction";
      parameter Units.Velocity v_s(min = 1e-12) = 0.02 "Stribeck velocity";
      parameter Units.TranslationalDamping b = 500 "Viscous friction";
      Contact contact(velocity = v, peakForce = F_S, slidingForce = F_C + (F_S - F_C)*exp(-(v/v_s)^2) + b*noEvent(abs(v)), restVelocity = 1e-9*v_s);
    protected
      model Contact "The modes of sticking and sliding"
        extends Mechanics.StickSlip(v_small = restVelocity);
        parameter Real restVelocity "Velocity that counts as rest";
        input Real velocity;
        input Real peakForce;
        input Real slidingForce;
        Real force = f;
      equation
        v = velocity;
        a = der(velocity);
        peak = peakForce;
        sliding = slidingForce;
        free = false;
        annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
            Line(points = {{-80, 0}, {80, 0}}, color = {95, 95, 95}),
            Polygon(points = {{84, 0}, {72, 4.5}, {72, -4.5}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
            Line(points = {{0, -80}, {0, 80}}, color = {95, 95, 95}),
            Polygon(points = {{0, 84}, {-4.5, 72}, {4.5, 72}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
            Line(points = {{-76, -62}, {-40, -36}, {-22, -30}, {-10, -48}, {0, -70}}, color = {0, 60, 160}, smooth = Smooth.Bezier),
            Line(points = {{0, -70}, {0, 70}}, color = {0, 60, 160}),
            Line(points = {{0, 70}, {10, 48}, {22, 30}, {40, 36}, {76, 62}}, color = {0, 60, 160}, smooth = Smooth.Bezier)}));
      end Contact;
    equation
      F = contact.force;
      loss = F*v;
      energy = 0;
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-76, -62}, {-40, -36}, {-22, -30}, {-10, -48}, {0, -70}}, color = {0, 60, 160}, smooth = Smooth.Bezier),
          Line(points = {{0, -70}, {0, 70}}, color = {0, 60, 160}),
          Line(points = {{0, 70}, {10, 48}, {22, 30}, {40, 36}, {76, 62}}, color = {0, 60, 160}, smooth = Smooth.Bezier)}),
        Documentation(info = "<html><p>Stribeck friction with events where the piston stops and where it breaks away. While it sticks, its acceleration is zero and the friction is what balances the
other forces, up to F_S (see <code>Mechanics.StickSlip</code>).</p></html>"));
    end StribeckStick;

    model LuGre "Bristles that bend: presliding, hysteresis and Stribeck curve in one smooth model"
      extends Partial;
      parameter Units.Force F_C(min = 0) = 200 "Coulomb friction";
      parameter Units.Force F_S(min = 0) = 500 "Static friction";
      parameter Units.Velocity v_s(min = 1e-12) = 0.02 "Stribeck velocity";
      parameter Units.TranslationalDamping b = 500 "Viscous friction";
      parameter Units.TranslationalStiffness sigma0(min = 1) = 5e6 "Stiffness of the bristles; F_S/sigma0 is their largest deflection";
      parameter Units.TranslationalDamping sigma1 = 5e3 "Damping of the bristles";
      parameter Units.Length z_start = 0 "Deflection at the start" annotation(Dialog(tab = "Start"));
      Units.Length z(start = z_start, fixed = true, nominal = 1e-5) "Deflection of the bristles";
      Units.Length g "Deflection in steady sliding";
    equation
      g = (F_C + (F_S - F_C)*exp(-(v/v_s)^2))/sigma0;
      der(z) = v - noEvent(abs(v))*z/g;
      F = sigma0*z + sigma1*der(z) + b*v;
      energy = sigma0*z^2/2;
      loss = F*v - sigma0*z*der(z);
      annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
          Line(points = {{-70, -46}, {-10, -46}, {26, -40}, {30, 10}, {36, 44}, {70, 46}}, color = {0, 60, 160}, smooth = Smooth.Bezier),
          Line(points = {{70, 46}, {10, 46}, {-26, 40}, {-30, -10}, {-36, -44}, {-70, -46}}, color = {0, 60, 160}, smooth = Smooth.Bezier)}),
        Documentation(info = "<html><p>dz/dt = v - |v| z/g(v), F = sigma0 z + sigma1 dz/dt + b v with g = (F_C + (F_S - F_C) exp(-(v/v_s)^2))/sigma0 (Canudas de Wit, Olsson, Astrom and
Lischinsky 1995). In steady sliding F is the Stribeck curve. Holds a load at rest within F_S/sigma0. A deflection of seals is 0.01 to 0.2 mm.</p></html>"));
    end LuGre;

    annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
        Line(points = {{-80, 0}, {80, 0}}, color = {95, 95, 95}),
        Polygon(points = {{84, 0}, {72, 4.5}, {72, -4.5}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
        Line(points = {{0, -80}, {0, 80}}, color = {95, 95, 95}),
        Polygon(points = {{0, 84}, {-4.5, 72}, {4.5, 72}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid),
        Line(points = {{-70, -56}, {-40, -36}, {-22, -30}, {-10, -48}, {0, -70}}, color = {0, 60, 160}, smooth = Smooth.Bezier),
        Line(points = {{0, -70}, {0, 70}}, color = {0, 60, 160}),
        Line(points = {{0, 70}, {10, 48}, {22, 30}, {40, 36}, {70, 56}}, color = {0, 60, 160}, smooth = Smooth.Bezier)}),
      Documentation(info = "<html><p>Redeclare <code>Friction</code> of a cylinder to choose one. Stribeck and LuGre are smooth; StribeckStick has events. Friction between two flanges is in <code>Mechanics.Translational.Friction</code>.</p></html>"));
  end Friction;

  partial model Slider "A moving mass with friction, gravity and end stops; F_drive pushes it"
    parameter Units.Mass m(min = 1e-9) = 10 "Mass of piston, rod and load" annotation(__Dashpot(role = "load"), Dialog(group = "Load"));
    parameter Units.Length stroke(min = 1e-9) = 0.5 "Stroke: x goes from 0 to here" annotation(__Dashpot(role = "stroke"), Dialog(group = "Geometry"));
    parameter Units.Angle inclination = 0 "Of the axis to the horizontal, positive if it rises as x grows" annotation(__Dashpot(role = {"load", "angle"}), Dialog(group = "Load"));
    parameter Real windage(unit = "N.s2/m2", min = 0) = 0 "Resistance of air: windage v |v|" annotation(__Dashpot(role = "load"), Dialog(group = "Load"));
    parameter Units.TranslationalStiffness k_load = 0 "Spring against the motion, relaxed at x = 0" annotation(__Dashpot(role = "load"), Dialog(group = "Load"));
    replaceable model Friction = Actuators.Friction.Viscous constrainedby Actuators.Friction.Partial "Friction" annotation(choicesAllMatching = true);
    parameter Units.TranslationalStiffness k_stop = 1e8 "Stiffness of the end stops" annotation(Dialog(group = "End stops"));
    parameter Units.TranslationalDamping d_stop = sqrt(k_stop*m) "Damping of the end stops; sqrt(k m) is half the critical one" annotation(Dialog(group = "End stops"));
    parameter Units.Length corner(min = 1e-9) = 1e-5 "The stops begin to act gradually within this distance" annotation(Dialog(group = "End stops"));
    parameter Units.Position x_start = 0 "Position at the start" annotation(Dialog(tab = "Start"));
    parameter Units.Velocity v_start = 0 "Velocity at the start" annotation(Dialog(tab = "Start"));
    parameter Boolean x_fixed = false "Insist on position and velocity; else they only count where nothing else decides" annotation(Dialog(tab = "Start"));
    Dashpot.Interfaces.Flange_b flange "End of the rod" annotation(__Dashpot(role = "load"), Placement(transformation(extent = {{110, 10}, {130, 30}})));
    Units.Position x(start = x_start, fixed = x_fixed, stateSelect = StateSelect.prefer) "Position of the piston";
    Units.Velocity v(start = v_start, fixed = x_fixed, stateSelect = StateSelect.prefer) "Velocity of the piston";
    Units.Force F_drive "Force of the fluid on the piston";
    Units.Force F_stop "Force of the end stops on the piston";
    Units.Power loss "Power turned into heat";
    Units.Energy energy "Energy of motion, height, springs, stops and fluid";
    Friction friction(v = v);
  protected
    Units.Power loss_slider "Of friction, air and stops";
    Units.Energy energy_slider "Without that of the fluid";
  equation
    der(x) = v;
    m*der(v) = F_drive + flange.f + F_stop - friction.F - windage*Functions.square(v) - k_load*x - m*Units.standardGravity*sin(inclination);
    F_stop = noEvent(max(0, k_stop*Functions.opening(-x, corner) - d_stop*v*Functions.step(-x, 0, corner)))
      - noEvent(max(0, k_stop*Functions.opening(x - stroke, corner) + d_stop*v*Functions.step(x - stroke, 0, corner)));
    flange.s = x;
    loss_slider = friction.loss + windage*Functions.square(v)*v - v*(F_stop - k_stop*(Functions.opening(-x, corner) - Functions.opening(x - stroke, corner)));
    energy_slider = m*v^2/2 + m*Units.standardGravity*sin(inclination)*x + k_load*x^2/2 + k_stop*(Functions.openingIntegral(-x, corner) + Functions.openingIntegral(x - stroke, corner)) + friction.energy;
    annotation(Icon(coordinateSystem(extent = {{-120, -60}, {120, 60}})),
      Documentation(info = "<html><p>m dv/dt = F_drive + f + F_stop - friction - windage v |v| - k x - m g sin(inclination) (HASP's AL00; windage written so that it opposes the
motion). An end stop pushes with k d + d_stop v where the piston has passed it by d, never pulls, and begins gradually; a stop of 1e8 N/m yields 0.1 mm at 10 kN.</p></html>"));
  end Slider;

  model Cylinder "Double-acting cylinder with a rod on one side"
    extends Slider;
    outer Fluids.Fluid fluid;
    parameter Units.Diameter bore(min = 1e-6) = 0.05 "Diameter of the piston" annotation(__Dashpot(role = "length"), Dialog(group = "Geometry"));
    parameter Units.Diameter rod = 0.028 "Diameter of the rod" annotation(__Dashpot(role = "length"), Dialog(group = "Geometry"));
    parameter Units.Area A_a = Units.pi*bore^2/4 "Area on the side of the piston" annotation(__Dashpot(role = "size"), Dialog(group = "Geometry"));
    parameter Units.Area A_b = A_a - Units.pi*rod^2/4 "Area on the side of the rod" annotation(__Dashpot(role = "size"), Dialog(group = "Geometry"));
    parameter Units.Volume V_dead_a(min = 1e-12) = 0.02*A_a "Volume at port_a when x = 0" annotation(Dialog(group = "Geometry"));
    parameter Units.Volume V_dead_b(min = 1e-12) = 0.02*A_b "Volume at port_b when x = stroke" annotation(Dialog(group = "Geometry"));
    parameter Units.HydraulicConductance G_leak = 0 "Leakage past the piston, laminar";
    parameter Units.Compressibility wallCompliance = 0 "Growth of the chambers per pressure, in parts of them";
    parameter Units.AbsolutePressure p_a_start = fluid.p_ambient "Pressure at port_a at the start" annotation(Dialog(tab = "Start"));
    parameter Units.AbsolutePressure p_b_start = fluid.p_ambient "Pressure at port_b at the start" annotation(Dialog(tab = "Start"));
    parameter Boolean p_fixed = false "Insist on it; else it only counts where nothing else decides" annotation(Dialog(tab = "Start"));
    Dashpot.Interfaces.HydraulicPort_a port_a "Side of the piston" annotation(Placement(transformation(extent = {{-110, -70}, {-90, -50}})));
    Dashpot.Interfaces.HydraulicPort_b port_b "Side of the rod" annotation(Placement(transformation(extent = {{50, -70}, {70, -50}})));
    Units.AbsolutePressure p_a = a.p "Pressure at port_a";
    Units.AbsolutePressure p_b = b.p "Pressure at port_b";
    Units.VolumeFlowRate Q_leak "Leakage from a to b";
    Units.Mass m_fluid = a.m + b.m "Mass of the fluid in both chambers";
  protected
    Units.MassFlowRate m_leak = Fluids.flowDensity(fluid, (a.p + b.p)/2)*Q_leak;
    Interfaces.Storage a(V = V_dead_a + A_a*x, V_flow = A_a*v, m_flow = port_a.m_flow - m_leak, p_start = p_a_start, p_fixed = p_fixed, wallCompliance = wallCompliance);
    Interfaces.Storage b(V = V_dead_b + A_b*(stroke - x), V_flow = -A_b*v, m_flow = port_b.m_flow + m_leak, p_start = p_b_start, p_fixed = p_fixed, wallCompliance = wallCompliance);
  equation
    port_a.p = a.p;
    port_b.p = b.p;
    Q_leak = G_leak*(a.p - b.p);
    F_drive = A_a*(a.p - fluid.p_ambient) - A_b*(b.p - fluid.p_ambient);
    loss = loss_slider + Q_leak*(a.p - b.p);
    energy = energy_slider + a.energy + b.energy;
    annotation(__Dashpot(role = {"cylinder", "volume"}), defaultComponentName = "cylinder", Icon(coordinateSystem(extent = {{-120, -60}, {120, 60}}), graphics = {
        Line(points = {{-100, -60}, {-100, -20}}, color = {0, 60, 160}),
        Rectangle(extent = {{-110, -20}, {70, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{60, -60}, {60, -20}}, color = {0, 60, 160}),
        Rectangle(extent = DynamicSelect({{-50, 10}, {120, 30}}, {{-50 + 100*min(1, max(0, x/stroke)), 10}, {120, 30}}), lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Rectangle(origin = DynamicSelect({0, 0}, {100*min(1, max(0, x/stroke)), 0}), extent = {{-90, -20}, {-50, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, 124}, {150, 92}}, textString = "%name"),
        Text(extent = {{-150, 90}, {150, 64}}, textString = "%bore, %stroke")}),
      Documentation(info = "<html><p>Chambers V_a = V_dead_a + A_a x and V_b = V_dead_b + A_b (stroke - x), each with rho (V/B dp/dt + dV/dt) = m_flow; force A_a p_a - A_b p_b above that of the
surroundings (Esque 2008, eq. 3.11, with dead volumes, without which it is singular at the ends). Leakage past the piston is laminar. The rod extends as x grows. The flange carries the end of
the rod: connect a load to it, or give the mass here. Typical: bore 25 to 200 mm, rod 12 to 140 mm, that is 0.5 to 0.7 of it.</p></html>"));
  end Cylinder;

  model SingleActingCylinder "Cylinder with one chamber; a spring or the load brings it back"
    extends Slider;
    outer Fluids.Fluid fluid;
    parameter Units.Diameter bore(min = 1e-6) = 0.05 "Diameter of the piston" annotation(__Dashpot(role = "length"), Dialog(group = "Geometry"));
    parameter Units.Area A = Units.pi*bore^2/4 "Area of the piston" annotation(__Dashpot(role = "size"), Dialog(group = "Geometry"));
    parameter Units.Volume V_dead(min = 1e-12) = 0.02*A "Volume when x = 0" annotation(Dialog(group = "Geometry"));
    parameter Units.TranslationalStiffness k_spring = 0 "Stiffness of the return spring" annotation(__Dashpot(role = "load"));
    parameter Units.Force F_spring(min = 0) = 0 "Its force when x = 0" annotation(__Dashpot(role = "load"));
    parameter Units.HydraulicConductance G_leak = 0 "Leakage past the piston to the surroundings, laminar";
    parameter Units.AbsolutePressure p_start = fluid.p_ambient "Pressure at the start" annotation(Dialog(tab = "Start"));
    parameter Boolean p_fixed = false "Insist on it; else it only counts where nothing else decides" annotation(Dialog(tab = "Start"));
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-110, -70}, {-90, -50}})));
    Units.AbsolutePressure p = chamber.p "Pressure";
    Units.VolumeFlowRate Q_leak "Leakage to the surroundings";
    Units.Mass m_fluid = chamber.m "Mass of the fluid";
  protected
    Interfaces.Storage chamber(V = V_dead + A*x, V_flow = A*v, m_flow = port.m_flow - Fluids.flowDensity(fluid, chamber.p)*Q_leak, p_start = p_start, p_fixed = p_fixed);
  equation
    port.p = chamber.p;
    Q_leak = G_leak*(chamber.p - fluid.p_ambient);
    F_drive = A*(chamber.p - fluid.p_ambient) - F_spring - k_spring*x;
    loss = loss_slider + Q_leak*(chamber.p - fluid.p_ambient);
    energy = energy_slider + F_spring*x + k_spring*x^2/2 + chamber.energy;
    annotation(__Dashpot(role = {"cylinder", "volume"}), defaultComponentName = "cylinder", Icon(coordinateSystem(extent = {{-120, -60}, {120, 60}}), graphics = {
        Line(points = {{-100, -60}, {-100, -20}}, color = {0, 60, 160}),
        Rectangle(extent = {{-110, -20}, {70, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{60, -20}, {60, -32}}, color = {0, 60, 160}),
        Polygon(points = {{50, -32}, {70, -32}, {60, -48}}, lineColor = {0, 60, 160}),
        Line(visible = k_spring > 0 or F_spring > 0, points = DynamicSelect({{-50, -20}, {-32.9, 60}, {-15.7, -20}, {1.4, 60}, {18.6, -20}, {35.7, 60}, {52.9, -20}, {70, 60}}, {{-50 + 100*min(1, max(0, x/stroke)), -20}, {-32.9 + 85.7*min(1, max(0, x/stroke)), 60}, {-15.7 + 71.4*min(1, max(0, x/stroke)), -20}, {1.4 + 57.1*min(1, max(0, x/stroke)), 60}, {18.6 + 42.9*min(1, max(0, x/stroke)), -20}, {35.7 + 28.6*min(1, max(0, x/stroke)), 60}, {52.9 + 14.3*min(1, max(0, x/stroke)), -20}, {70 + 0*min(1, max(0, x/stroke)), 60}}), color = {0, 60, 160}),
        Rectangle(extent = DynamicSelect({{-50, 10}, {120, 30}}, {{-50 + 100*min(1, max(0, x/stroke)), 10}, {120, 30}}), lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Rectangle(origin = DynamicSelect({0, 0}, {100*min(1, max(0, x/stroke)), 0}), extent = {{-90, -20}, {-50, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(visible = G_leak > 0, points = {{40, -20}, {40, -48}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
        Text(extent = {{-150, 124}, {150, 92}}, textString = "%name"),
        Text(extent = {{-150, 90}, {150, 64}}, textString = "%bore, %stroke")}),
      Documentation(info = "<html><p>One chamber V = V_dead + A x; force A p - F_spring - k_spring x. The other side is open to the surroundings.</p></html>"));
  end SingleActingCylinder;

  model RotaryMotor "Motor of fixed displacement with an inertia and a load"
    extends Interfaces.TwoPort;
    parameter Units.VolumePerAngle D = 1.6e-6 "Displacement" annotation(__Dashpot(role = {"size", "displacement"}));
    parameter Units.Inertia J(min = 1e-12) = 0.1 "Inertia of motor and load";
    parameter Units.RotationalDamping f = 0.1 "Viscous friction";
    parameter Units.Torque tau_load = 0 "Constant torque of the load, against forward rotation";
    parameter Units.HydraulicConductance G_leak = 0 "Leakage from port_a to port_b";
    parameter Units.AngularVelocity omega_start = 0 "Speed at the start" annotation(Dialog(tab = "Start"));
    parameter Units.Angle phi_start = 0 "Angle at the start" annotation(Dialog(tab = "Start"));
    parameter Boolean omega_fixed = false "Insist on angle and speed; else they only count where nothing else decides" annotation(Dialog(tab = "Start"));
    Dashpot.Interfaces.Shaft_b shaft annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
    Units.Angle phi(start = phi_start, fixed = omega_fixed, nominal = 10) "Angle";
    Units.AngularVelocity omega(start = omega_start, fixed = omega_fixed) "Speed";
    Units.Power loss "Power turned into heat";
    Units.Energy energy "Energy of motion";
  equation
    der(phi) = omega;
    shaft.phi = phi;
    Q = D*omega + G_leak*dp;
    J*der(omega) = D*dp - f*omega - tau_load + shaft.tau;
    loss = G_leak*dp^2 + f*omega^2;
    energy = J*omega^2/2;
    annotation(__Dashpot(role = "passage"), defaultComponentName = "motor", Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
        Line(points = {{-100, 0}, {-60, 0}}, color = {0, 60, 160}),
        Line(points = {{60, 0}, {100, 0}}, color = {0, 60, 160}),
        Line(points = {{-10, -100}, {-10, -59.2}}, color = {0, 60, 160}),
        Line(points = {{10, -100}, {10, -59.2}}, color = {0, 60, 160}),
        Ellipse(extent = {{-60, -60}, {60, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Polygon(points = {{-56, -21}, {-56, 21}, {-21, 0}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Polygon(points = {{56, -21}, {56, 21}, {21, 0}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(visible = G_leak > 0, points = {{-80, 0}, {-80, 76}, {80, 76}, {80, 0}}, color = {0, 60, 160}, pattern = LinePattern.Dash),
        Ellipse(visible = G_leak > 0, extent = {{-85, -5}, {-75, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Ellipse(visible = G_leak > 0, extent = {{75, -5}, {85, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, 114}, {150, 82}}, textString = "%name"),
        Text(extent = {{22, -70}, {160, -98}}, textString = "%D", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>Q = D omega + G_leak dp, J domega/dt = D dp - f omega - tau_load (HASP): forward rotation takes fluid from port_a to port_b. For measured losses take <code>Pumps.Motor</code> and an inertia.</p></html>"));
  end RotaryMotor;

  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Rectangle(extent = {{-80, -40}, {40, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Rectangle(extent = {{-20, -10}, {80, 10}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Rectangle(extent = {{-60, -40}, {-20, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
    Documentation(info = "<html><p>What turns pressure into motion.</p></html>"));
end Actuators;
