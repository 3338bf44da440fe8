within Dashpot.Hydraulics;
package Interfaces "What hydraulic components have in common"

  partial model TwoPort "Flow from port_a to port_b; nothing is stored"
    outer Fluids.Fluid fluid;
    Dashpot.Interfaces.HydraulicPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Dashpot.Interfaces.HydraulicPort_b port_b annotation(__Dashpot(role = "outlet"), Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Units.Pressure dp "Pressure drop from port_a to port_b";
    Units.VolumeFlowRate Q "Volume flow from port_a to port_b";
  equation
    dp = port_a.p - port_b.p;
    port_a.m_flow = Fluids.meanDensity(fluid, port_a.p, port_b.p)*Q;
    port_a.m_flow + port_b.m_flow = 0;
    annotation(Documentation(info = "<html><p>The volume flow Q is taken at the mean density of both ports.</p></html>"));
  end TwoPort;

  partial model Restriction "A TwoPort that turns the power of its pressure drop into heat"
    extends TwoPort;
    Units.Power loss "Power turned into heat";
  equation
    loss = Q*dp;
    annotation(Documentation(info = "<html><p>loss = Q dp.</p></html>"));
  end Restriction;

  model Storage "Fluid in a space of given volume: the pressure as a state"
    outer Fluids.Fluid fluid;
    parameter Units.AbsolutePressure p_start = fluid.p_ambient "Pressure at the start";
    parameter Boolean p_fixed = false "Insist on it; else it only counts where nothing else decides";
    parameter Units.Compressibility wallCompliance = 0 "Growth of the volume per pressure, in parts of it (1/B_c of the container)";
    input Units.Volume V "Volume at ambient pressure";
    input Units.VolumeFlowRate V_flow "Its change in time";
    Units.AbsolutePressure p(start = p_start, fixed = p_fixed, stateSelect = StateSelect.prefer) "Absolute pressure";
    input Units.MassFlowRate m_flow "Sum of the mass flows into the space";
    Units.Density rho "Density of the fluid";
    Units.BulkModulus B "Bulk modulus of the fluid";
    Units.Mass m "Mass of the fluid";
    Units.Energy energy "Energy of compression, of fluid and walls";
  equation
    rho = Fluids.flowDensity(fluid, p);
    B = Fluids.bulkModulus(fluid, p);
    rho*(V*(1/B + wallCompliance)*der(p) + V_flow) = m_flow;
    m = rho*V*(1 + wallCompliance*(p - fluid.p_ambient));
    energy = V*(Fluids.energyDensity(fluid, p) + wallCompliance*(p - fluid.p_ambient)^2/2);
    annotation(Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Rectangle(extent = {{-80, -40}, {80, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, radius = 40),
        Text(extent = {{-60, 16}, {60, -16}}, textString = "V, p"),
        Text(extent = {{-150, 78}, {150, 46}}, textString = "%name")}),
      Documentation(info = "<html><p>Conservation of mass, d(rho V)/dt = sum of m_flow, written for the pressure:
rho (V/B dp/dt + dV/dt) = sum of m_flow. With <code>fluid.constantDensity</code> rho is a constant: the form of textbooks.</p>
<p>The energy is what the fluid can give back, above that of the surroundings: it grows by m_flow h(p) - (p - p_ambient) dV/dt with h = integral of dp/rho. Energy and mass are
then conserved together; with <code>constantDensity</code>, and with compliant walls, to a part of the order of p/B.</p></html>"));
  end Storage;

  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Line(points = {{-60, 0}, {60, 0}}, color = {0, 60, 160}),
      Ellipse(extent = {{-80, -20}, {-40, 20}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid),
      Ellipse(extent = {{40, -20}, {80, 20}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
    Documentation(info = "<html><p>For those who write components.</p></html>"));
end Interfaces;
