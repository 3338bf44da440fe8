within Dashpot.Hydraulics;
package Volumes "Spaces in which fluid is stored"

  model FixedVolume "A rigid or elastic space of given volume"
    outer Fluids.Fluid fluid;
    parameter Units.Volume V(min = 1e-12) = 1e-3 "Volume at ambient pressure";
    parameter Units.AbsolutePressure p_start = fluid.p_ambient "Pressure at the start" annotation(Dialog(tab = "Start"));
    parameter Boolean p_fixed = false "Insist on it; else it only counts where nothing else decides" annotation(Dialog(tab = "Start"));
    parameter Units.Compressibility wallCompliance = 0 "Growth of the volume per pressure, in parts of it";
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-10, -70}, {10, -50}})));
    Units.AbsolutePressure p = storage.p "Absolute pressure";
    Units.Mass m = storage.m "Mass of the fluid";
    Units.Energy energy = storage.energy "Energy of compression";
  protected
    Interfaces.Storage storage(V = V, V_flow = 0, m_flow = port.m_flow, p_start = p_start, p_fixed = p_fixed, wallCompliance = wallCompliance);
  equation
    port.p = storage.p;
    annotation(__Dashpot(role = "volume"),
      defaultComponentName = "volume",
      Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{0, -60}, {0, -20}}, color = {0, 60, 160}),
        Rectangle(extent = {{-80, -20}, {80, 60}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, radius = 40),
        Text(extent = {{-60, 36}, {60, 4}}, textString = "%V"),
        Text(extent = {{-150, 98}, {150, 66}}, textString = "%name")}),
      Documentation(info = "<html><p>rho V (1/B(p) + 1/B_c) dp/dt = sum of the mass flows into it (Merritt 1967; Esque 2008, eq. 3.3; HASP's PI05). Everything
connected to the port sees its pressure. Typical: V 0.01 to 10 l, a bore in a block or a hose.</p></html>"));
  end FixedVolume;

  model PistonChamber "A space with a piston as its moving wall"
    outer Fluids.Fluid fluid;
    parameter Units.Area A = 2e-3 "Area of the piston" annotation(__Dashpot(role = "size"));
    parameter Units.Volume V_dead = 1e-4 "Volume when the piston is at position 0";
    parameter Units.AbsolutePressure p_start = fluid.p_ambient "Pressure at the start" annotation(Dialog(tab = "Start"));
    parameter Boolean p_fixed = false "Insist on it; else it only counts where nothing else decides" annotation(Dialog(tab = "Start"));
    parameter Units.Compressibility wallCompliance = 0 "Growth of the volume per pressure, in parts of it";
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Dashpot.Interfaces.Flange_b flange "The piston; its position grows as the chamber fills" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Units.AbsolutePressure p = storage.p "Absolute pressure";
    Units.Volume V = V_dead + A*flange.s "Volume";
    Units.Mass m = storage.m "Mass of the fluid";
    Units.Energy energy = storage.energy "Energy of compression";
  protected
    Units.Velocity v "Velocity of the piston";
    Interfaces.Storage storage(V = V, V_flow = A*v, m_flow = port.m_flow, p_start = p_start, p_fixed = p_fixed, wallCompliance = wallCompliance);
  equation
    v = der(flange.s);
    port.p = storage.p;
    flange.f = -A*(storage.p - fluid.p_ambient);
    assert(V > 0, "The piston has passed the end of its chamber: give it an end stop or a dead volume");
    annotation(__Dashpot(role = "volume"),
      defaultComponentName = "chamber",
      Icon(coordinateSystem(extent = {{-100, -60}, {100, 60}}), graphics = {
        Line(points = {{-100, 0}, {-60, 0}}, color = {0, 60, 160}),
        Line(points = {{60, 40}, {-60, 40}, {-60, -40}, {60, -40}}, color = {0, 60, 160}),
        Rectangle(extent = DynamicSelect({{20, -10}, {100, 10}}, {{20 + 40*max(-1, min(1, 1 - V_dead/V)), -10}, {100, 10}}), lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Rectangle(origin = DynamicSelect({0, 0}, {40*max(-1, min(1, 1 - V_dead/V)), 0}), extent = {{-20, -40}, {20, 40}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, 80}, {150, 48}}, textString = "%name")}),
      Documentation(info = "<html><p>V = V_dead + A s; rho (V/B dp/dt + A ds/dt) = m_flow; force on the piston A (p - p_ambient). The volume with moving boundary of
HASP (PI06); its signal of the change of volume is the flange here. No friction, no leakage.</p></html>"));
  end PistonChamber;

  model GasAccumulator "Bladder or piston accumulator: gas behind a wall that takes no force"
    outer Fluids.Fluid fluid;
    parameter Units.Volume V_gas(min = 1e-12) = 1e-3 "Volume of the gas at its precharge";
    parameter Units.AbsolutePressure p_precharge(min = 1) = 50e5 "Pressure of the gas when no fluid is in (absolute)" annotation(__Dashpot(role = {"pressure", "precharge", "absolute"}));
    parameter Real n(min = 1, max = 2) = 1.4 "Polytropic exponent: 1 slow (isothermal), 1.4 fast (adiabatic nitrogen)";
    parameter Units.Volume V_dead(min = 1e-15) = 0.01*V_gas "Fluid in the neck, always there";
    parameter Real corner(min = 1e-4, max = 0.5) = 0.01 "Within this part of the precharge the wall leaves its seat gradually";
    parameter Units.AbsolutePressure p_start = fluid.p_ambient "Pressure at the start" annotation(Dialog(tab = "Start"));
    parameter Boolean p_fixed = false "Insist on it; else it only counts where nothing else decides" annotation(Dialog(tab = "Start"));
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
    Units.AbsolutePressure p(start = p_start, fixed = p_fixed, stateSelect = StateSelect.prefer) "Pressure of the fluid";
    Units.AbsolutePressure p_gas "Pressure of the gas";
    Units.Volume V "Volume of the gas";
    Units.Volume V_fluid "Volume of the fluid behind the wall, without the neck";
    Units.Density rho "Density of the fluid";
    Units.Mass m = rho*(V_dead + V_fluid) "Mass of the fluid";
    Units.Energy energy "Energy of compression, of gas and fluid";
  equation
    p_gas = p_precharge + Functions.ramp(p - p_precharge, corner*p_precharge);
    V = V_gas*(p_precharge/p_gas)^(1/n);
    V_fluid = V_gas - V;
    rho = Fluids.flowDensity(fluid, p);
    port.p = p;
    rho*((V_dead + V_fluid)/Fluids.bulkModulus(fluid, p)*der(p) + der(V_fluid)) = port.m_flow;
    energy = (V_dead + V_fluid)*Fluids.energyDensity(fluid, p) - fluid.p_ambient*V_fluid
      + (if n > 1 then (p_gas*V - p_precharge*V_gas)/max(n - 1, 1e-60) else p_precharge*V_gas*log(V_gas/V));
    annotation(__Dashpot(role = {"volume", "accumulator"}),
      defaultComponentName = "accumulator",
      Icon(coordinateSystem(extent = {{-60, -100}, {60, 100}}), graphics = {
        Line(points = {{0, -100}, {0, -60}}, color = {0, 60, 160}),
        Rectangle(extent = {{-40, -60}, {40, 100}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, radius = 40),
        Line(origin = DynamicSelect({0, 0}, {0, 80*min(1, V_fluid/V_gas) - 40}), points = {{-40, 20}, {40, 20}}, color = {0, 60, 160}),
        Polygon(points = {{-18, 82}, {18, 82}, {0, 52}}, lineColor = {0, 60, 160}),
        Text(extent = {{50, 78}, {250, 46}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{50, 46}, {250, 18}}, textString = "%V_gas", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>p V^n = p_precharge V_gas^n, and the gas has the pressure of the fluid, once that exceeds the precharge;
below, the wall rests on its seat and only the fluid in the neck is compressed (HASP: dp/dt = -(n p/v) dv/dt). The corner at the precharge is rounded by a cubic. Absolute
pressures. No mass or stiffness of the wall, no exchange of heat beyond the exponent. Typical: V_gas 0.1 to 50 l; a precharge of 0.9 of the lowest pressure of operation.</p></html>"));
  end GasAccumulator;

  model SpringAccumulator "Piston with a spring behind it"
    outer Fluids.Fluid fluid;
    parameter Units.Pressure p_begin(min = 0) = 20e5 "Pressure above ambient at which the spring begins to yield" annotation(__Dashpot(role = "precharge"));
    parameter Units.Pressure p_end(min = 0) = 60e5 "Pressure above ambient at which it is full";
    parameter Units.Volume V_max(min = 1e-12) = 1e-4 "Volume of fluid between both";
    parameter Units.Volume V_dead(min = 1e-15) = 0.02*V_max "Fluid that is always there";
    parameter Units.Pressure corner(min = 1e-3) = 0.02*(p_end - p_begin) "Within this distance of both ends it yields gradually";
    parameter Units.AbsolutePressure p_start = fluid.p_ambient "Pressure at the start" annotation(Dialog(tab = "Start"));
    parameter Boolean p_fixed = false "Insist on it; else it only counts where nothing else decides" annotation(Dialog(tab = "Start"));
    Dashpot.Interfaces.HydraulicPort_a port annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
    Units.AbsolutePressure p(start = p_start, fixed = p_fixed, stateSelect = StateSelect.prefer) "Absolute pressure";
    Units.Volume V_fluid "Volume of fluid taken in";
    Units.Density rho "Density of the fluid";
    Units.Mass m = rho*(V_dead + V_fluid) "Mass of the fluid";
    Units.Energy energy "Energy of spring and compression";
  equation
    V_fluid = V_max/(p_end - p_begin)*(Functions.limit(p - fluid.p_ambient, p_begin, p_end, corner) - p_begin);
    rho = Fluids.flowDensity(fluid, p);
    port.p = p;
    rho*((V_dead + V_fluid)/Fluids.bulkModulus(fluid, p)*der(p) + der(V_fluid)) = port.m_flow;
    energy = (V_dead + V_fluid)*Fluids.energyDensity(fluid, p) + V_fluid*(p_begin + V_fluid*(p_end - p_begin)/(2*V_max));
    annotation(__Dashpot(role = {"volume", "accumulator"}),
      defaultComponentName = "accumulator",
      Icon(coordinateSystem(extent = {{-60, -100}, {60, 100}}), graphics = {
        Line(points = {{0, -100}, {0, -60}}, color = {0, 60, 160}),
        Rectangle(extent = {{-40, -60}, {40, 100}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, radius = 40),
        Line(origin = DynamicSelect({0, 0}, {0, 80*V_fluid/V_max - 40}), points = {{-40, 20}, {40, 20}}, color = {0, 60, 160}),
        Line(points = DynamicSelect({{-20, 20}, {20, 30}, {-20, 40}, {20, 50}, {-20, 60}, {20, 70}, {-20, 80}, {20, 90}}, {{-20, -20 + 80*V_fluid/V_max}, {20, -4.3 + 68.6*V_fluid/V_max}, {-20, 11.4 + 57.1*V_fluid/V_max}, {20, 27.1 + 45.7*V_fluid/V_max}, {-20, 42.9 + 34.3*V_fluid/V_max}, {20, 58.6 + 22.9*V_fluid/V_max}, {-20, 74.3 + 11.4*V_fluid/V_max}, {20, 90 + 0*V_fluid/V_max}}), color = {0, 60, 160}),
        Text(extent = {{50, 78}, {250, 46}}, textString = "%name", horizontalAlignment = TextAlignment.Left),
        Text(extent = {{50, 46}, {250, 18}}, textString = "%V_max", horizontalAlignment = TextAlignment.Left)}),
      Documentation(info = "<html><p>The volume taken in rises in proportion to the pressure between p_begin and p_end; corners rounded by cubics. With a spring of stiffness k on
an area A: p_end - p_begin = k V_max/A^2. No mass or friction of the piston.</p></html>"));
  end SpringAccumulator;

  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Rectangle(extent = {{-40, -80}, {40, 80}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid, radius = 40),
      Line(points = {{-40, 0}, {40, 0}}, color = {0, 60, 160}),
      Polygon(points = {{-18, 62}, {18, 62}, {0, 32}}, lineColor = {0, 60, 160})}),
    Documentation(info = "<html><p>What has a pressure as its state. Two of them may be connected directly: the compiler then finds one pressure
for both and adds their capacities; let only one of them fix its start value.</p></html>"));
end Volumes;
