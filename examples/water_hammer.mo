// Water hammer: a valve at the end of 400 m of steel pipe closes within 150 ms, and the water that flowed at 1 m/s stops.
//
//   reservoir at 30 bar ===================== valve
//
// Look at line.p[N + 1], the pressure at the valve: it rises by rho c v = 13.1 bar (Joukowsky 1898), falls below that of the
// reservoir when the wave comes back after 2 L/c = 0.61 s, and so on with the period 4 L/c. Data: water at 20 degC, pipe of
// 100 mm with a wall of 4 mm (so that c = 1317 m/s); cavitation is far, the density taken as constant.

partial model Pipeline
  import Dashpot.Hydraulics.*;
  inner Fluids.Water fluid(cavitation = Fluids.Cavitation.none, constantDensity = true) annotation(Placement(transformation(origin = {-70, 40}, extent = {{-10, -10}, {10, 10}})));
  parameter Integer N = 60 "Cells";
  parameter Dashpot.Units.Velocity v0 = 1 "Speed of the water before the valve closes";
  parameter Dashpot.Units.Length L = 400;
  parameter Dashpot.Units.Diameter D = 0.1;
  parameter Dashpot.Units.AbsolutePressure p0 = fluid.p_ambient + 30e5;
  parameter Dashpot.Units.Time t0 = 0.2 "The valve begins to close";
  parameter Dashpot.Units.Time closing = 0.15 "It takes this long";
  parameter Dashpot.Units.VolumeFlowRate Q0 = v0*Dashpot.Units.pi*D^2/4;
  Sources.PressureSource reservoir(p = p0) annotation(Placement(transformation(origin = {-50, -16}, extent = {{-6, -6}, {6, 6}})));
  Lines.DistributedLine line(N = N, L = L, D = D, wallCompliance = D/(2.1e11*4e-3), p_a_start = p0, Q_start = Q0) annotation(Placement(transformation(origin = {0, 0}, extent = {{-10, -6}, {10, 6}})));
  Sources.FlowSignal valve(u = -Q0*(1 - Dashpot.Functions.step(time, t0, t0 + closing))) "Takes a given flow from the end" annotation(Placement(transformation(origin = {50, -20}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Units.AbsolutePressure p = line.p[N + 1] "Pressure at the valve";
  parameter Dashpot.Units.Velocity c = sqrt(1/(fluid.rho*(1/fluid.B + line.wallCompliance))) "Speed of sound";
equation
  connect(reservoir.port, line.port_a) annotation(Line(points = {{-50, -10}, {-50, 0}, {-10, 0}}, color = {0, 60, 160}));
  connect(line.port_b, valve.port) annotation(Line(points = {{10, 0}, {50, 0}, {50, -10}}, color = {0, 60, 160}));
end Pipeline;

model WaterHammerIdeal "Water hammer without friction, beside the exact solution"
  // By characteristics: p = p0 + Z (dQ(t) - 2 dQ(t - T) + 2 dQ(t - 2 T) - ...), Z = rho c/A, T = 2 L/c, dQ the flow that the valve has stopped.
  extends Pipeline(line(friction = Dashpot.Hydraulics.Lines.Friction.laminar), fluid(nu = 0));
  parameter Dashpot.Units.Time T = 2*L/c;
  Dashpot.Units.AbsolutePressure exact "Method of characteristics";
  Real error "Difference in parts of the Joukowsky rise";
protected
  function stopped
    input Real t;
    input Real t0;
    input Real closing;
    output Real y;
  algorithm
    y := Dashpot.Functions.step(t, t0, t0 + closing);
    annotation(Inline = true);
  end stopped;
equation
  exact = p0 + fluid.rho*c*v0*(stopped(time, t0, closing) - 2*stopped(time - T, t0, closing) + 2*stopped(time - 2*T, t0, closing) - 2*stopped(time - 3*T, t0, closing));
  error = (p - exact)/(fluid.rho*c*v0);
  // expect c(0) = 1316.79 +- 0.01
  // The rise, its plateau after the first ripple, and every reflection agree to 1 %.
  // expect p(0.5) = 4416000 +- 13100
  // expect error(0.4) = 0 +- 0.01
  // expect error(0.75) = 0 +- 0.01
  // expect error(1.1) = 0 +- 0.01
  // expect error(1.3) = 0 +- 0.01
  // expect error(1.7) = 0 +- 0.01
  // expect error in [-0.04, 0.04]
  annotation(experiment(StopTime = 2, Tolerance = 1e-5, Interval = 0.005));
end WaterHammerIdeal;

model WaterHammer "Water hammer with turbulent friction"
  // plot p, line.p[31]
  parameter Dashpot.Units.Pressure loss = Dashpot.Hydraulics.Lines.frictionLoss(Q0, Dashpot.Hydraulics.Lines.Friction.laminarTurbulent, L, D, fluid.rho, fluid.nu);
  extends Pipeline(line(p_b_start = p0 - loss));
  discrete Dashpot.Units.Time t_return(start = 0, fixed = true) "When the wave has come back";
equation
  when p < p0 and time > t0 then
    t_return = time;
  end when;
  // The wave is back 2 L/c = 0.6075 s after the valve was half closed.
  // expect t_return(2) = 0.8825 +- 0.006
  // Expected: method of characteristics with 600 cells and the same friction, computed independently; 1 % of the rise is 13.1 kPa.
  // expect p(0.4) = 4388390 +- 13100
  // expect p(0.6) = 4400078 +- 13100
  // expect line.p[31](0.6) = 4400080 +- 13100
  // expect p(0.75) = 4408843 +- 13100
  // expect line.p[31](0.9) = 3118687 +- 13100
  // expect p(1.1) = 1841076 +- 13100
  // expect p(1.3) = 1829433 +- 13100
  // expect p(1.7) = 4330297 +- 13100
  // expect p(1.95) = 4344786 +- 13100
  // methods rodas4 radau5 ida
  // agree 0.01
  annotation(experiment(StopTime = 2, Tolerance = 1e-5, Interval = 0.005));
end WaterHammer;
