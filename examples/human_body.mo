// Four masses joined by springs and dampers stand for head, trunk, arms and legs of a man on a shaking seat (Hostetter, Savant and Stefani; the
// example of Beamis 1990, who gives no units).
//
//   head -neck- trunk -(arms), trunk -(seat)- lower body <- force 10 sin(pi t)
//
// Look at neck, the distance between head and trunk beyond its length: negative is tension. All masses drift away together, the neck does not.

model HumanBodyStep "The same with the formula and the step of the source, whose figures it repeats"
  // expect neck(1) = -2.070441877857e-2 +- 1e-13
  // expect neck(5) = -4.630181563457e-2 +- 1e-13
  // expect neck(10) = -4.711748257786e-4 +- 1e-13
  // methods godunov-hybrid-published
  // step 0.01
  extends HumanBody;
  annotation(experiment(StopTime = 20, Interval = 0.05));
end HumanBodyStep;

model HumanBody "Four masses under a sinusoidal force"
  // plot neck
  // expect neck(1) = -0.02071722348668 +- 1e-7
  // expect neck(5) = -0.04631223972368 +- 1e-7
  // expect neck(10) = -0.00045961348262 +- 1e-7
  // expect neck(20) = -0.00770440696342 +- 1e-7
  // expect error in [-1e-6, 1e-6]
  // methods rodas4 radau5 ida
  // tolerance 1e-9
  // The closed form is that of the thesis with all digits of its program, one sign corrected; recomputed with a matrix exponential.
  import Dashpot.Mechanics.Translational.*;
  Mass head(m = 1.2) annotation(Placement(transformation(origin = {0, 80}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Mass trunk(m = 14) annotation(Placement(transformation(origin = {0, 20}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  Mass arms(m = 3.2) annotation(Placement(transformation(origin = {70, 36}, extent = {{-10, -10}, {10, 10}})));
  Mass lower(m = 24) annotation(Placement(transformation(origin = {0, -40}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  SpringDamper neckJoint(c = 0.3, d = 0.8) annotation(Placement(transformation(origin = {0, 50}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
  SpringDamper shoulders(c = 8, d = 10) annotation(Placement(transformation(origin = {40, 36}, extent = {{-10, -10}, {10, 10}})));
  SpringDamper spine(c = 3, d = 12) annotation(Placement(transformation(origin = {0, -10}, extent = {{-10, -10}, {10, 10}}, rotation = 270)));
  Sources.Force force annotation(Placement(transformation(origin = {-40, -66}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Blocks.Sources.Sine seat(amplitude = 10, f = 0.5) annotation(Placement(transformation(origin = {-80, -66}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Units.Length neck = head.s - trunk.s "Compression of the neck";
  Real error = neck - (0.130584012115022*exp(-0.354279852653012*time) - 0.003806447896416*exp(-3.094990471592307*time)
    + 2*exp(-0.3325768994891708*time)*(0.052413555578625*cos(0.363802401052926*time) - 0.190668330939806*sin(0.363802401052926*time))
    + 2*exp(-0.902906986007217*time)*(-0.112064826577107*cos(0.27002316788679*time) - 0.023251978423092*sin(0.27002316788679*time))
    + 2*(-0.003737511110821*cos(Dashpot.Units.pi*time) + 0.002907052500109*sin(Dashpot.Units.pi*time)));
equation
  connect(head.flange_a, neckJoint.flange_b) annotation(Line(points = {{0, 70}, {0, 60}}, color = {0, 127, 0}));
  connect(neckJoint.flange_a, trunk.flange_b) annotation(Line(points = {{0, 40}, {0, 30}}, color = {0, 127, 0}));
  connect(trunk.flange_b, shoulders.flange_a) annotation(Line(points = {{0, 30}, {0, 36}, {30, 36}}, color = {0, 127, 0}));
  connect(shoulders.flange_b, arms.flange_a) annotation(Line(points = {{50, 36}, {60, 36}}, color = {0, 127, 0}));
  connect(trunk.flange_a, spine.flange_a) annotation(Line(points = {{0, 10}, {0, 0}}, color = {0, 127, 0}));
  connect(spine.flange_b, lower.flange_a) annotation(Line(points = {{0, -20}, {0, -30}}, color = {0, 127, 0}));
  connect(seat.y, force.f) annotation(Line(points = {{-69, -66}, {-52, -66}}, color = {0, 0, 127}));
  connect(force.flange, lower.flange_b) annotation(Line(points = {{-30, -66}, {0, -66}, {0, -50}}, color = {0, 127, 0}));
  annotation(experiment(StopTime = 20, Tolerance = 1e-6, Interval = 0.1));
end HumanBody;
