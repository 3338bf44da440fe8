within Dashpot;
package Electrical "Analogue circuits and the motors they drive"

  model Ground "Zero potential"
    Interfaces.Pin p annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    p.v = 0;
    annotation(__Dashpot(role = "reference"),
      Icon(graphics = {Line(points = {{0, 90}, {0, 50}}, color = {0, 0, 255}), Line(points = {{-60, 50}, {60, 50}}, color = {0, 0, 255}), Line(points = {{-40, 30}, {40, 30}}, color = {0, 0, 255}), Line(points = {{-20, 10}, {20, 10}}, color = {0, 0, 255}), Text(extent = {{-150, -18}, {150, -50}}, textString = "%name")}),
      Documentation(info = "<html><p><code>v = 0</code>. Every circuit needs one: potentials are relative to it.</p></html>"));
  end Ground;

  model Resistor "Resistor"
    extends Partial.OnePort;
    parameter Units.Resistance R = 1 "Resistance";
    Units.Power loss "Power turned into heat";
  equation
    v = R*i;
    loss = v*i;
    annotation(
      Icon(graphics = {Rectangle(extent = {{-70, 30}, {70, -30}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Line(points = {{-90, 0}, {-70, 0}}, color = {0, 0, 255}), Line(points = {{70, 0}, {90, 0}}, color = {0, 0, 255}), Text(extent = {{-150, -40}, {150, -68}}, textString = "R = %R")}),
      Documentation(info = "<html><p>Ohm: <code>v = R i</code>, at any current and temperature (else <code>HeatingResistor</code>). <code>R = 0</code> is a wire.</p></html>"));
  end Resistor;

  model HeatingResistor "Resistor that heats, and whose resistance depends on its temperature"
    extends Partial.OnePort;
    parameter Units.Resistance R0(min = 0) = 1 "Resistance at T0";
    parameter Units.Temperature T0(displayUnit = "degC") = 293.15 "Temperature at which it is R0";
    parameter Real alpha(unit = "1/K") = 0 "Temperature coefficient; copper 0.0039";
    Interfaces.HeatPort_a heatPort "Its temperature; the loss leaves here" annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
    Units.Power loss "Power turned into heat";
  equation
    v = R0*(1 + alpha*(heatPort.T - T0))*i;
    loss = v*i;
    heatPort.Q_flow = -loss;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-70, 30}, {70, -30}}, lineColor = {0, 0, 255}, fillColor = {255, 220, 220}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-70, 0}}, color = {0, 0, 255}),
        Line(points = {{70, 0}, {90, 0}}, color = {0, 0, 255}),
        Line(points = {{-80, -50}, {-60, -50}, {50, 50}}, color = {0, 0, 255}),
        Line(points = {{0, -30}, {0, -90}}, color = {191, 0, 0}),
        Text(extent = {{10, -45}, {150, -75}}, textString = "R0 = %R0", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p><code>v = R0 (1 + alpha (T - T0)) i</code>; the heat <code>v i</code> leaves through the heat port.</p></html>"));
  end HeatingResistor;

  model Capacitor "Capacitor"
    extends Partial.OnePort(v(start = v_start, stateSelect = StateSelect.prefer));
    parameter Units.Capacitance C(min = 0) = 1e-6 "Capacitance";
    parameter Units.Voltage v_start = 0 "Voltage at the start";
    Units.Energy energy "Stored energy";
  equation
    i = C*der(v);
    energy = C*v*v/2;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-10, 0}}, color = {0, 0, 255}),
        Line(points = {{-10, 40}, {-10, -40}}, color = {0, 0, 255}, thickness = 0.5),
        Line(points = {{10, 40}, {10, -40}}, color = {0, 0, 255}, thickness = 0.5),
        Line(points = {{10, 0}, {90, 0}}, color = {0, 0, 255}),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "C = %C")}),
      Documentation(info = "<html><p><code>i = C v'</code>, linear and without leakage. Capacitors in parallel, or across a voltage source, are allowed: the compiler reduces the index.</p></html>"));
  end Capacitor;

  model Inductor "Inductor"
    extends Partial.OnePort(i(start = i_start, stateSelect = StateSelect.prefer));
    parameter Units.Inductance L(min = 0) = 1e-3 "Inductance";
    parameter Units.Current i_start = 0 "Current at the start";
    Units.Energy energy "Stored energy";
  equation
    v = L*der(i);
    energy = L*i*i/2;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-60, 0}}, color = {0, 0, 255}),
        Ellipse(extent = {{-60, 15}, {-30, -15}}, lineColor = {0, 0, 255}, startAngle = 0, endAngle = 180, closure = EllipseClosure.None),
        Ellipse(extent = {{-30, 15}, {0, -15}}, lineColor = {0, 0, 255}, startAngle = 0, endAngle = 180, closure = EllipseClosure.None),
        Ellipse(extent = {{0, 15}, {30, -15}}, lineColor = {0, 0, 255}, startAngle = 0, endAngle = 180, closure = EllipseClosure.None),
        Ellipse(extent = {{30, 15}, {60, -15}}, lineColor = {0, 0, 255}, startAngle = 0, endAngle = 180, closure = EllipseClosure.None),
        Line(points = {{60, 0}, {90, 0}}, color = {0, 0, 255}),
        Text(extent = {{-150, -40}, {150, -68}}, textString = "L = %L")}),
      Documentation(info = "<html><p><code>v = L i'</code>. No saturation, no winding resistance: connect a resistor in series. A coil carries its current on when a switch opens; give it a path.</p></html>"));
  end Inductor;

  model Transformer "Two coupled coils"
    extends Partial.TwoPort;
    parameter Units.Inductance L1(min = 1e-60) = 1 "Primary inductance";
    parameter Units.Inductance L2(min = 1e-60) = 1 "Secondary inductance";
    parameter Real k(min = 0, max = 1) = 0.99 "Coupling; below 1";
    Units.Energy energy "Stored energy";
  protected
    parameter Units.Inductance M = k*sqrt(L1*L2) "Mutual inductance";
  equation
    v1 = L1*der(i1) + M*der(i2);
    v2 = M*der(i1) + L2*der(i2);
    energy = L1*i1*i1/2 + M*i1*i2 + L2*i2*i2/2;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 80}, {-40, 80}, {-40, 60}}, color = {0, 0, 255}),
        Line(points = {{-90, -80}, {-40, -80}, {-40, -60}}, color = {0, 0, 255}),
        Line(points = {{90, 80}, {40, 80}, {40, 60}}, color = {0, 0, 255}),
        Line(points = {{90, -80}, {40, -80}, {40, -60}}, color = {0, 0, 255}),
        Ellipse(extent = {{-55, 60}, {-25, 30}}, lineColor = {0, 0, 255}, startAngle = -90, endAngle = 90, closure = EllipseClosure.None),
        Ellipse(extent = {{-55, 30}, {-25, 0}}, lineColor = {0, 0, 255}, startAngle = -90, endAngle = 90, closure = EllipseClosure.None),
        Ellipse(extent = {{-55, 0}, {-25, -30}}, lineColor = {0, 0, 255}, startAngle = -90, endAngle = 90, closure = EllipseClosure.None),
        Ellipse(extent = {{-55, -30}, {-25, -60}}, lineColor = {0, 0, 255}, startAngle = -90, endAngle = 90, closure = EllipseClosure.None),
        Ellipse(extent = {{25, 60}, {55, 30}}, lineColor = {0, 0, 255}, startAngle = 90, endAngle = 270, closure = EllipseClosure.None),
        Ellipse(extent = {{25, 30}, {55, 0}}, lineColor = {0, 0, 255}, startAngle = 90, endAngle = 270, closure = EllipseClosure.None),
        Ellipse(extent = {{25, 0}, {55, -30}}, lineColor = {0, 0, 255}, startAngle = 90, endAngle = 270, closure = EllipseClosure.None),
        Ellipse(extent = {{25, -30}, {55, -60}}, lineColor = {0, 0, 255}, startAngle = 90, endAngle = 270, closure = EllipseClosure.None),
        Ellipse(extent = {{-65, 65}, {-55, 55}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{55, 65}, {65, 55}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-20, 20}, {20, -20}}, textString = "M"),
        Text(extent = {{-150, -100}, {150, -128}}, textString = "k = %k")}),
      Documentation(info = "<html><p><code>v1 = L1 i1' + M i2'</code>, <code>v2 = M i1' + L2 i2'</code>, <code>M = k sqrt(L1 L2)</code>. Blocks direct current. For <code>k = 1</code> use <code>IdealTransformer</code>.</p></html>"));
  end Transformer;

  model IdealTransformer "Transformer without stray field and magnetisation"
    extends Partial.TwoPort;
    parameter Real n = 1 "Turns of the primary over turns of the secondary";
  equation
    v1 = n*v2;
    i2 = -n*i1;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 80}, {-40, 80}, {-40, 60}}, color = {0, 0, 255}),
        Line(points = {{-90, -80}, {-40, -80}, {-40, -60}}, color = {0, 0, 255}),
        Line(points = {{90, 80}, {40, 80}, {40, 60}}, color = {0, 0, 255}),
        Line(points = {{90, -80}, {40, -80}, {40, -60}}, color = {0, 0, 255}),
        Ellipse(extent = {{-55, 60}, {-25, 30}}, lineColor = {0, 0, 255}, startAngle = -90, endAngle = 90, closure = EllipseClosure.None),
        Ellipse(extent = {{-55, 30}, {-25, 0}}, lineColor = {0, 0, 255}, startAngle = -90, endAngle = 90, closure = EllipseClosure.None),
        Ellipse(extent = {{-55, 0}, {-25, -30}}, lineColor = {0, 0, 255}, startAngle = -90, endAngle = 90, closure = EllipseClosure.None),
        Ellipse(extent = {{-55, -30}, {-25, -60}}, lineColor = {0, 0, 255}, startAngle = -90, endAngle = 90, closure = EllipseClosure.None),
        Ellipse(extent = {{25, 60}, {55, 30}}, lineColor = {0, 0, 255}, startAngle = 90, endAngle = 270, closure = EllipseClosure.None),
        Ellipse(extent = {{25, 30}, {55, 0}}, lineColor = {0, 0, 255}, startAngle = 90, endAngle = 270, closure = EllipseClosure.None),
        Ellipse(extent = {{25, 0}, {55, -30}}, lineColor = {0, 0, 255}, startAngle = 90, endAngle = 270, closure = EllipseClosure.None),
        Ellipse(extent = {{25, -30}, {55, -60}}, lineColor = {0, 0, 255}, startAngle = 90, endAngle = 270, closure = EllipseClosure.None),
        Ellipse(extent = {{-65, 65}, {-55, 55}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{55, 65}, {65, 55}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-8, 60}, {-8, -60}}, color = {0, 0, 255}, thickness = 0.5),
        Line(points = {{8, 60}, {8, -60}}, color = {0, 0, 255}, thickness = 0.5),
        Text(extent = {{-150, -100}, {150, -128}}, textString = "n = %n")}),
      Documentation(info = "<html><p><code>v1 = n v2</code>, <code>i2 = -n i1</code>: passes direct current too, which no real one does.</p></html>"));
  end IdealTransformer;

  model Switch "Switch that is closed by a signal"
    extends Partial.OnePort annotation(IconMap(primitivesVisible = false));
    parameter Units.Resistance Ron(min = 0) = 1e-5 "Resistance when closed";
    parameter Units.Conductance Goff(min = 0) = 1e-5 "Conductance when open";
    Interfaces.BooleanInput closed "True: closed" annotation(Placement(transformation(origin = {0, 110}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
    Units.Power loss "Power turned into heat";
  protected
    constant Units.Voltage unitVoltage = 1;
    constant Units.Current unitCurrent = 1;
    Real s "The voltage while it is open, the current while it is closed";
  equation
    v = if closed then Ron*unitCurrent*s else unitVoltage*s;
    i = if closed then unitCurrent*s else Goff*unitVoltage*s;
    loss = v*i;
    annotation(
      Icon(graphics = {
        Line(points = {{-90, 0}, {-44, 0}}, color = {0, 0, 255}),
        Ellipse(extent = {{-44, 4}, {-36, -4}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-37, 3}, {45, 42}}, color = {0, 0, 255}),
        Ellipse(extent = {{36, 4}, {44, -4}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{44, 0}, {90, 0}}, color = {0, 0, 255}),
        Line(points = {{0, 90}, {0, 21}}, color = {255, 0, 255}, pattern = LinePattern.Dash),
        Text(extent = {{25, 102}, {225, 70}}, textString = "%name", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>Closed: <code>v = Ron i</code>; open: <code>i = Goff v</code>. An event at each change. Opening an inductive circuit makes the voltage <code>i/Goff</code>.</p></html>"));
  end Switch;

  model IdealDiode "Diode as a switch"
    extends Partial.OnePort;
    parameter Units.Resistance Ron(min = 0) = 1e-5 "Resistance when it conducts";
    parameter Units.Conductance Goff(min = 0) = 1e-5 "Conductance when it blocks";
    parameter Units.Voltage Vknee(min = 0) = 0 "Voltage at which it begins to conduct";
    parameter Units.Voltage v_small(min = 0) = 1e-9 "Forward voltage beyond the knee at which it begins to conduct";
    parameter Units.Current i_small(min = 0) = 1e-9 "Reverse current at which it ceases to";
    Boolean conducts(start = false, fixed = true) "Conducts";
    Units.Power loss "Power turned into heat";
  protected
    constant Units.Voltage unitVoltage = 1;
    constant Units.Current unitCurrent = 1;
    Real s(start = 0) "Runs along the characteristic: the voltage beyond the knee while it blocks, the current while it conducts";
  equation
    conducts = s > (if pre(conducts) then -i_small/unitCurrent else v_small/unitVoltage);
    v = Vknee + (if pre(conducts) then Ron*unitCurrent*s else unitVoltage*s);
    i = Goff*Vknee + (if pre(conducts) then unitCurrent*s else Goff*unitVoltage*s);
    loss = v*i;
    annotation(
      Icon(graphics = {
        Polygon(points = {{-30, 40}, {30, 0}, {-30, -40}, {-30, 40}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{30, 40}, {30, -40}}, color = {0, 0, 255}),
        Line(points = {{-90, 0}, {90, 0}}, color = {0, 0, 255}),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "Vknee = %Vknee")}),
      Documentation(info = "<html><p>Two straight lines in the plane of voltage and current, run along by one parameter <code>s</code> (Clauss, Elmqvist, Mattsson and Otter): it blocks for
<code>s &lt; 0</code> and conducts for <code>s &gt; 0</code>, with one event where they meet. The event has a hysteresis of <code>v_small</code> and <code>i_small</code>, far below what matters: so diodes in
series or in a bridge, which switch in the same instant, do so one after the other. Use <code>Semiconductors.Diode</code> where the smooth characteristic matters.</p></html>"));
  end IdealDiode;

  model IdealOpAmp "Operational amplifier of infinite gain"
    extends Partial.Amplifier;
  equation
    in_p.v = in_n.v;
    in_p.i = 0;
    in_n.i = 0;
    annotation(Icon(graphics = {Text(extent = {{-40, 30}, {30, -30}}, textString = "∞")}), Documentation(info = "<html><p>Nullor: no voltage between the inputs, no current into them; the output gives whatever current keeps it so. Needs negative feedback; no limits, no dynamics.</p></html>"));
  end IdealOpAmp;

  model OpAmp "Operational amplifier with gain, bandwidth and supply"
    extends Partial.Amplifier;
    parameter Real A(min = 1) = 1e5 "Gain for direct current";
    parameter Units.Frequency fT(min = 1e-60) = 1e6 "Frequency at which the gain is 1";
    parameter Units.Voltage Vsat(min = 1e-6) = 13.5 "Greatest output, positive and negative";
    parameter Units.Resistance Rin(min = 1e-60) = 2e6 "Between the inputs";
    parameter Units.Resistance Rout(min = 0) = 75 "In series with the output";
    Units.Voltage vx(start = 0, fixed = true) "Output of the first stage";
    Units.Voltage vy "Output before its resistance";
  protected
    Units.Voltage drive "What moves the first stage";
  equation
    in_p.i = (in_p.v - in_n.v)/Rin;
    in_n.i = -in_p.i;
    drive = A*(in_p.v - in_n.v) - vx;
    der(vx)*A/(2*Units.pi*fT) = if noEvent(drive*vx > 0) then drive*(1 - Functions.step(abs(vx), 9*Vsat, 10*Vsat)) else drive;
    vy = Vsat*tanh(vx/Vsat);
    out.v = vy + Rout*out.i;
    annotation(Icon(graphics = {Text(extent = {{-45, 20}, {35, -20}}, textString = "%A")}), Documentation(info = "<html><p>One pole: <code>A/(1 + s A/(2 pi fT))</code>, then a smooth limit <code>Vsat tanh(vx/Vsat)</code>. Defaults are those of a 741. Under overload the first stage stops
at <code>10 Vsat</code>, where the output has long been at its limit, so that it comes back as soon as the input turns. No limit of the slew rate.</p></html>"));
  end OpAmp;

  model EMF "Turns electric into mechanical power"
    extends Partial.OnePort annotation(IconMap(primitivesVisible = false));
    parameter Real k(unit = "N.m/A") = 0.1 "Torque constant, also voltage constant in V.s/rad";
    Interfaces.Shaft_b shaft "Rotor" annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
    Units.AngularVelocity w "Speed of the rotor";
  equation
    w = der(shaft.phi);
    v = k*w;
    shaft.tau = -k*i;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-10, 90}, {10, 50}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.VerticalCylinder),
        Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-50, 0}}, color = {0, 0, 255}),
        Line(points = {{50, 0}, {90, 0}}, color = {0, 0, 255}),
        Text(extent = {{-40, 25}, {40, -25}}, textString = "EMF"),
        Text(extent = {{20, 97}, {220, 65}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{-150, -55}, {150, -83}}, textString = "k = %k")}),
      Documentation(info = "<html><p><code>v = k w</code>, <code>tau = k i</code>: no loss, the same constant for both.</p></html>"));
  end EMF;

  model DCMotor "Direct-current motor with permanent magnets"
    extends Partial.OnePort(i(start = 0, fixed = true)) annotation(IconMap(primitivesVisible = false));
    parameter Units.Resistance R(min = 0) = 1 "Armature resistance";
    parameter Units.Inductance L(min = 1e-60) = 1e-3 "Armature inductance";
    parameter Real k(unit = "N.m/A") = 0.1 "Torque constant, also voltage constant in V.s/rad";
    parameter Units.Inertia J(min = 1e-60) = 1e-4 "Inertia of the rotor";
    parameter Units.RotationalDamping d(min = 0) = 1e-5 "Viscous friction of the rotor";
    Interfaces.Shaft_b shaft "Rotor" annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
    Units.Angle phi(start = 0) "Angle of the rotor";
    Units.AngularVelocity w(start = 0, stateSelect = StateSelect.prefer) "Speed of the rotor";
    Units.Power loss "Power turned into heat";
    Units.Energy energy "Stored in the coil and the rotor";
  equation
    v = R*i + L*der(i) + k*w;
    shaft.phi = phi;
    w = der(phi);
    J*der(w) = k*i - d*w + shaft.tau;
    loss = R*i*i + d*w*w;
    energy = L*i*i/2 + J*w*w/2;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-10, 90}, {10, 60}}, lineColor = {95, 95, 95}, fillColor = {240, 240, 240}, fillPattern = FillPattern.VerticalCylinder),
        Rectangle(extent = {{-70, 12}, {-56, -12}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Rectangle(extent = {{56, 12}, {70, -12}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Ellipse(extent = {{-60, 60}, {60, -60}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-70, 0}}, color = {0, 0, 255}),
        Line(points = {{70, 0}, {90, 0}}, color = {0, 0, 255}),
        Text(extent = {{-40, 45}, {40, -15}}, textString = "M"),
        Line(points = {{-25, -28}, {25, -28}}),
        Line(points = {{-25, -38}, {25, -38}}, pattern = LinePattern.Dash),
        Text(extent = {{20, 97}, {220, 65}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{-150, -65}, {150, -93}}, textString = "k = %k")}),
      Documentation(info = "<html><p><code>v = R i + L i' + k w</code>, <code>J w' = k i - d w + tau<sub>load</sub></code>. Two time constants: electrical <code>L/R</code>, mechanical <code>R J/k<sup>2</sup></code>. Constant field, no saturation, no cogging.
The housing is fixed.</p></html>"));
  end DCMotor;

  annotation(
    Icon(graphics = {Rectangle(extent = {{-70, 30}, {70, -30}}, lineColor = {0, 0, 255}), Line(points = {{-90, 0}, {-70, 0}}, color = {0, 0, 255}), Line(points = {{70, 0}, {90, 0}}, color = {0, 0, 255})}),
    Documentation(info = "<html><p>Pins carry a potential and a current, positive into the component. Start values of voltages and currents are not fixed, so that loops of capacitors and cut sets of
inductors initialise; give <code>v(fixed = true)</code> where a start value must hold.</p></html>"));
end Electrical;
