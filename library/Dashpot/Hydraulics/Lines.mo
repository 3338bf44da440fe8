within Dashpot.Hydraulics;
package Lines "Pipes and hoses with the mass of their fluid"

  partial model Icon "Two walls"
    annotation(Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Text(extent = {{-150, 60}, {150, 28}}, textString = "%name")}));
  end Icon;

  type Friction = enumeration(laminar "Hagen and Poiseuille at any speed", laminarTurbulent "Blasius above Re = 4000, with a cubic between 2000 and there") "Friction at the wall";

  function frictionLoss "Pressure loss of a straight pipe"
    input Units.VolumeFlowRate Q;
    input Friction friction;
    input Units.Length L;
    input Units.Diameter D;
    input Units.Density rho;
    input Units.KinematicViscosity nu;
    output Units.Pressure dp;
  protected
    Real Re = abs(Q)*4/(Units.pi*D*nu);
    Real turbulence = Functions.step(Re, 2000, 4000);
    Real factor = if friction == Friction.laminar or Re <= 2000 then 64 else 64*(1 - turbulence) + 0.3164*Re^0.75*turbulence "Friction factor times Re";
  algorithm
    dp := factor*2*nu*rho*L/(Units.pi*D^4)*Q;
    annotation(Inline = true, Documentation(info = "<html><p>dp = lambda L/D rho/2 v^2 with lambda = 64/Re (laminar: 128 nu rho L Q/(pi D^4)) or 0.3164/Re^0.25 (Blasius, to Re = 1e5).</p></html>"));
  end frictionLoss;

  model ShortPipe "Two half volumes and the mass of the fluid between them"
    extends Icon;
    outer Fluids.Fluid fluid;
    parameter Units.Length L(min = 1e-6) = 1 "Length";
    parameter Units.Diameter D(min = 1e-6) = 0.01 "Inner diameter" annotation(__Dashpot(role = "length"));
    parameter Real xi(min = 0) = 0 "Coefficient of minor losses";
    parameter Friction friction = Friction.laminar "Friction at the wall" annotation(Evaluate = true);
    parameter Units.Compressibility wallCompliance = 0 "Growth of the volume per pressure, in parts of it; thin wall: D/(E s)";
    parameter Units.AbsolutePressure p_a_start = fluid.p_ambient "Pressure at port_a at the start" annotation(Dialog(tab = "Start"));
    parameter Units.AbsolutePressure p_b_start = p_a_start "Pressure at port_b at the start" annotation(Dialog(tab = "Start"));
    parameter Boolean p_a_fixed = false "Insist on the pressure at port_a; else it only counts where nothing else decides" annotation(Dialog(tab = "Start"));
    parameter Boolean p_b_fixed = false "The same for port_b" annotation(Dialog(tab = "Start"));
    parameter Units.VolumeFlowRate Q_start = 0 "Flow at the start" annotation(Dialog(tab = "Start"));
    final parameter Units.Area A = Units.pi*D^2/4 "Cross section";
    Dashpot.Interfaces.HydraulicPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Units.VolumeFlowRate Q(start = Q_start, fixed = true) "Flow from a to b";
    Units.AbsolutePressure p_a = a.p "Pressure at a";
    Units.AbsolutePressure p_b = b.p "Pressure at b";
    Units.Mass m = a.m + b.m "Mass of the fluid";
    Units.Power loss "Power turned into heat";
    Units.Energy energy "Energy of compression and motion";
  protected
    Units.Pressure dp_loss "Pressure lost to friction";
    Units.MassFlowRate m_flow = Fluids.flowDensity(fluid, (a.p + b.p)/2)*Q "Mass flow from a to b";
    Interfaces.Storage a(V = A*L/2, V_flow = 0, m_flow = port_a.m_flow - m_flow, p_start = p_a_start, p_fixed = p_a_fixed, wallCompliance = wallCompliance);
    Interfaces.Storage b(V = A*L/2, V_flow = 0, m_flow = port_b.m_flow + m_flow, p_start = p_b_start, p_fixed = p_b_fixed, wallCompliance = wallCompliance);
  equation
    port_a.p = a.p;
    port_b.p = b.p;
    fluid.rho*L/A*der(Q) = a.p - b.p - dp_loss;
    dp_loss = frictionLoss(Q, friction, L, D, fluid.rho, fluid.nu) + xi*fluid.rho/(2*A^2)*Functions.square(Q);
    loss = dp_loss*Q;
    energy = a.energy + b.energy + fluid.rho*L/A*Q^2/2;
    annotation(__Dashpot(role = {"volume", "passage"}), defaultComponentName = "pipe", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{-100, 0}, {-80, 0}}, color = {0, 60, 160}),
        Line(points = {{80, 0}, {100, 0}}, color = {0, 60, 160}),
        Rectangle(visible = wallCompliance <= 2e-10, extent = {{-80, -10}, {80, 10}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(visible = wallCompliance > 2e-10, points = {{-80, 0}, {-50, -30}, {50, -30}, {80, 0}}, color = {0, 60, 160}, smooth = Smooth.Bezier),
        Ellipse(visible = wallCompliance > 2e-10, extent = {{-85, -5}, {-75, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Ellipse(visible = wallCompliance > 2e-10, extent = {{75, -5}, {85, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, -28}, {150, -54}}, textString = "%L, %D")}),
      Documentation(info = "<html><p>Three states. Each half volume A L/2 is compressed, the mass between
them is accelerated: rho L/A dQ/dt = p_a - p_b - K_L Q - K_T Q |Q| with K_L = 128 nu rho L/(pi D^4) and K_T = 8 rho xi/(pi^2 D^4) (Esque 2008, eq. 3.4 to 3.6). Closed
at both ends it swings at (2/L) sqrt(B/rho). Good up to about a third of that frequency; for waves take a DistributedLine.</p></html>"));
  end ShortPipe;

  model DistributedLine "Pipe in N cells: waves, water hammer"
    extends Icon;
    outer Fluids.Fluid fluid;
    parameter Integer N(min = 1) = 20 "Number of cells";
    parameter Units.Length L(min = 1e-6) = 10 "Length";
    parameter Units.Diameter D(min = 1e-6) = 0.01 "Inner diameter" annotation(__Dashpot(role = "length"));
    parameter Real xi(min = 0) = 0 "Coefficient of minor losses, of the whole line";
    parameter Friction friction = Friction.laminarTurbulent "Friction at the wall" annotation(Evaluate = true);
    parameter Units.Compressibility wallCompliance = 0 "Growth of the volume per pressure, in parts of it; thin wall: D/(E s)";
    parameter Units.Length rise = 0 "Height of port_b above port_a";
    parameter Units.AbsolutePressure p_a_start = fluid.p_ambient "Pressure at port_a at the start" annotation(Dialog(tab = "Start"));
    parameter Units.AbsolutePressure p_b_start = p_a_start "Pressure at port_b at the start; linear between both" annotation(Dialog(tab = "Start"));
    parameter Boolean p_a_fixed = false "Insist on the pressure at port_a; else it only counts where nothing else decides" annotation(Dialog(tab = "Start"));
    parameter Boolean p_b_fixed = false "The same for port_b" annotation(Dialog(tab = "Start"));
    parameter Units.VolumeFlowRate Q_start = 0 "Flow at the start" annotation(Dialog(tab = "Start"));
    final parameter Units.Area A = Units.pi*D^2/4 "Cross section";
    Dashpot.Interfaces.HydraulicPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Units.AbsolutePressure p[N + 1](start = {p_a_start + (p_b_start - p_a_start)*(i - 1)/N for i in 1:N + 1}, fixed = {if i == 1 then p_a_fixed elseif i == N + 1 then p_b_fixed else true for i in 1:N + 1}, each stateSelect = StateSelect.prefer) "Pressures from a to b";
    Units.VolumeFlowRate Q[N](each start = Q_start, each fixed = true) "Flows between them";
    Units.AbsolutePressure p_a = p[1] "Pressure at a";
    Units.AbsolutePressure p_b = p[N + 1] "Pressure at b";
    Units.Mass m = sum(Fluids.flowDensity(fluid, p[i])*V[i]*(1 + wallCompliance*(p[i] - fluid.p_ambient)) for i in 1:N + 1) "Mass of the fluid";
    Units.Power loss "Power turned into heat";
    Units.Energy energy "Energy of compression and motion";
  protected
    parameter Units.Volume V[N + 1] = {(if i == 1 or i == N + 1 then 0.5 else 1)*A*L/N for i in 1:N + 1} "Volumes: half ones at the ends";
    Units.Pressure dp_loss[N] "Pressures lost to friction";
    Units.MassFlowRate m_flow[N + 2] "Mass flows into the volumes from the left";
  equation
    port_a.p = p[1];
    port_b.p = p[N + 1];
    m_flow[1] = port_a.m_flow;
    m_flow[N + 2] = -port_b.m_flow;
    for i in 1:N loop
      m_flow[i + 1] = Fluids.flowDensity(fluid, (p[i] + p[i + 1])/2)*Q[i];
      fluid.rho*L/(N*A)*der(Q[i]) = p[i] - p[i + 1] - fluid.rho*Units.standardGravity*rise/N - dp_loss[i];
      dp_loss[i] = frictionLoss(Q[i], friction, L/N, D, fluid.rho, fluid.nu) + xi/N*fluid.rho/(2*A^2)*Functions.square(Q[i]);
    end for;
    for i in 1:N + 1 loop
      Fluids.flowDensity(fluid, p[i])*V[i]*(1/Fluids.bulkModulus(fluid, p[i]) + wallCompliance)*der(p[i]) = m_flow[i] - m_flow[i + 1];
    end for;
    loss = dp_loss*Q;
    energy = sum(V[i]*(Fluids.energyDensity(fluid, p[i]) + wallCompliance*(p[i] - fluid.p_ambient)^2/2) for i in 1:N + 1) + fluid.rho*L/(N*A)*(Q*Q)/2;
    annotation(__Dashpot(role = {"volume", "passage"}), defaultComponentName = "line", Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{-100, 0}, {-80, 0}}, color = {0, 60, 160}),
        Line(points = {{80, 0}, {100, 0}}, color = {0, 60, 160}),
        Rectangle(visible = wallCompliance <= 2e-10, extent = {{-80, -10}, {80, 10}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(visible = wallCompliance > 2e-10, points = {{-80, 0}, {-50, -30}, {50, -30}, {80, 0}}, color = {0, 60, 160}, smooth = Smooth.Bezier),
        Ellipse(visible = wallCompliance > 2e-10, extent = {{-85, -5}, {-75, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Ellipse(visible = wallCompliance > 2e-10, extent = {{75, -5}, {85, 5}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
        Line(visible = wallCompliance <= 2e-10, points = {{-40, 10}, {-40, -10}}, color = {0, 60, 160}),
        Line(visible = wallCompliance <= 2e-10, points = {{0, 10}, {0, -10}}, color = {0, 60, 160}),
        Line(visible = wallCompliance <= 2e-10, points = {{40, 10}, {40, -10}}, color = {0, 60, 160}),
        Text(extent = {{-150, -28}, {150, -54}}, textString = "%L, %D")}),
      Documentation(info = "<html><p>The equations of the wave in a pipe, dp/dt = -(B/A) dQ/dx and dQ/dt = -(A/rho) dp/dx - friction, on a staggered grid of second
order: N masses between N + 1 volumes, half ones at the ends. Waves travel at c = sqrt(B_eff/rho) with 1/B_eff = 1/B + wallCompliance; a valve that closes at once raises the
pressure by rho c v (Joukowsky 1898), which comes back as relief after 2 L/c. A front is carried by the grid with ripples of the length of a few cells. Friction is that of steady flow at each instant; the
frequency-dependent part (Zielke 1968) is not modelled. N = 20 resolves the first five modes; N = 60 carries a front that lasts half of L/c to 1 %.</p></html>"));
  end DistributedLine;

  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Line(points = {{-80, 0}, {-60, 0}}, color = {0, 60, 160}),
      Line(points = {{60, 0}, {80, 0}}, color = {0, 60, 160}),
      Rectangle(extent = {{-60, -14}, {60, 14}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
    Documentation(info = "<html><p>A hose is a pipe with a large wall compliance: 1/B_c of about 1e-9 to 5e-9 1/Pa.</p></html>"));
end Lines;
