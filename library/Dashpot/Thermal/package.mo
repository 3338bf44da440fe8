within Dashpot;
package Thermal "Heat: storage, conduction, convection"

  model HeatCapacitor "Lumped body of one temperature"
    parameter Units.HeatCapacity C(min = 1e-60) = 1000 "Heat capacity";
    parameter Units.Temperature T_start(displayUnit = "degC") = 293.15 "Temperature at the start";
    Interfaces.HeatPort_a port annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
    Units.Temperature T(start = T_start, stateSelect = StateSelect.prefer) "Temperature";
    Units.Energy energy "Heat stored since the start";
  equation
    T = port.T;
    C*der(T) = port.Q_flow;
    energy = C*(T - T_start);
    annotation(
      Icon(graphics = {Polygon(points = {{0, 70}, {-40, 60}, {-70, 20}, {-60, -40}, {-20, -60}, {30, -60}, {70, -20}, {60, 40}, {30, 65}, {0, 70}}, lineColor = {191, 0, 0}, fillColor = {255, 220, 220}, fillPattern = FillPattern.Solid, smooth = Smooth.Bezier), Line(points = {{0, -60}, {0, -90}}, color = {191, 0, 0}), Text(extent = {{-60, 20}, {60, -20}}, textString = "%C"), Text(extent = {{-150, 107}, {150, 75}}, textString = "%name")}),
      Documentation(info = "<html><p><code>C T' = Q_flow</code>. Valid where conduction inside is fast: Biot number below about 0.1. Water 4187, oil 1900, steel 470 J/K per kilogram.</p></html>"));
  end HeatCapacitor;

  model ThermalConductor "Conduction without storage"
    extends Partial.TwoPorts;
    parameter Units.ThermalConductance G(min = 0) = 1 "Conductance";
  equation
    Q_flow = G*dT;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-90, 50}, {90, -50}}, lineColor = {191, 0, 0}, fillColor = {230, 230, 230}, fillPattern = FillPattern.Backward),
        Text(extent = {{-150, -60}, {150, -88}}, textString = "G = %G")}),
      Documentation(info = "<html><p><code>Q_flow = G dT</code>; a plate of area A and thickness d: <code>G = k A/d</code>, a tube: <code>G = 2 pi k L/ln(r<sub>o</sub>/r<sub>i</sub>)</code>.</p></html>"));
  end ThermalConductor;

  model Convection "Heat between a wall (port_a) and a fluid (port_b)"
    extends Partial.TwoPorts;
    parameter Units.Area A(displayUnit = "m2") = 1 "Surface";
    parameter Units.CoefficientOfHeatTransfer h = 10 "Coefficient of heat transfer";
  equation
    Q_flow = h*A*dT;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-90, 60}, {-50, -60}}, lineColor = {191, 0, 0}, fillColor = {230, 230, 230}, fillPattern = FillPattern.Backward),
        Line(points = {{-40, 40}, {-20, 60}, {0, 40}, {20, 20}, {45, 40}, {80, 40}}, color = {0, 127, 255}, smooth = Smooth.Bezier),
        Polygon(points = {{80, 40}, {70, 44}, {70, 36}, {80, 40}}, lineColor = {0, 127, 255}, fillColor = {0, 127, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-40, 0}, {-20, 20}, {0, 0}, {20, -20}, {45, 0}, {80, 0}}, color = {0, 127, 255}, smooth = Smooth.Bezier),
        Polygon(points = {{80, 0}, {70, 4}, {70, -4}, {80, 0}}, lineColor = {0, 127, 255}, fillColor = {0, 127, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-40, -40}, {-20, -20}, {0, -40}, {20, -60}, {45, -40}, {80, -40}}, color = {0, 127, 255}, smooth = Smooth.Bezier),
        Polygon(points = {{80, -40}, {70, -36}, {70, -44}, {80, -40}}, lineColor = {0, 127, 255}, fillColor = {0, 127, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, -70}, {150, -98}}, textString = "h = %h")}),
      Documentation(info = "<html><p>Newton: <code>Q_flow = h A (T<sub>a</sub> - T<sub>b</sub>)</code>. Typical: h 5 to 10000 W/(m2.K): still air 5 to 10, blown air 20 to 100, oil 50 to 500, water 500 to 10000.</p></html>"));
  end Convection;

  model BodyRadiation "Radiation between two bodies"
    extends Partial.TwoPorts;
    parameter Units.Area Gr(displayUnit = "m2") = 1 "Net radiation area: emissivities and view factor included";
  protected
    constant Real sigma(unit = "W/(m2.K4)") = 5.670374419e-8 "Stefan-Boltzmann constant (CODATA 2018)";
  equation
    Q_flow = Gr*sigma*(port_a.T^4 - port_b.T^4);
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-90, 60}, {-70, -60}}, lineColor = {191, 0, 0}, fillColor = {230, 230, 230}, fillPattern = FillPattern.Backward),
        Rectangle(extent = {{70, 60}, {90, -60}}, lineColor = {191, 0, 0}, fillColor = {230, 230, 230}, fillPattern = FillPattern.Backward),
        Line(points = {{-60, 32}, {-45, 44}, {-30, 32}, {-15, 20}, {0, 32}, {15, 44}, {30, 32}, {60, 32}}, color = {191, 0, 0}, smooth = Smooth.Bezier),
        Polygon(points = {{60, 32}, {50, 36}, {50, 28}, {60, 32}}, lineColor = {191, 0, 0}, fillColor = {191, 0, 0}, fillPattern = FillPattern.Solid),
        Line(points = {{-60, 0}, {-45, 12}, {-30, 0}, {-15, -12}, {0, 0}, {15, 12}, {30, 0}, {60, 0}}, color = {191, 0, 0}, smooth = Smooth.Bezier),
        Polygon(points = {{-60, 0}, {-50, 3}, {-55, 9}, {-60, 0}}, lineColor = {191, 0, 0}, fillColor = {191, 0, 0}, fillPattern = FillPattern.Solid),
        Line(points = {{-60, -32}, {-45, -20}, {-30, -32}, {-15, -44}, {0, -32}, {15, -20}, {30, -32}, {60, -32}}, color = {191, 0, 0}, smooth = Smooth.Bezier),
        Polygon(points = {{60, -32}, {50, -28}, {50, -36}, {60, -32}}, lineColor = {191, 0, 0}, fillColor = {191, 0, 0}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, -70}, {150, -98}}, textString = "Gr = %Gr")}),
      Documentation(info = "<html><p><code>Q_flow = Gr sigma (T<sub>a</sub><sup>4</sup> - T<sub>b</sub><sup>4</sup>)</code>. A small grey body in large surroundings: <code>Gr = emissivity A</code>.</p></html>"));
  end BodyRadiation;

  model FixedTemperature "Surroundings of constant temperature"
    parameter Units.Temperature T(displayUnit = "degC") = 293.15 "Temperature";
    Interfaces.HeatPort_b port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.T = T;
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-80, 60}, {40, -60}}, lineColor = {191, 0, 0}, fillColor = {255, 220, 220}, fillPattern = FillPattern.Solid),
        Line(points = {{40, 0}, {90, 0}}, color = {191, 0, 0}),
        Text(extent = {{-75, 20}, {35, -20}}, textString = "%T"),
        Text(extent = {{-150, 102}, {150, 70}}, textString = "%name")}),
      Documentation(info = "<html><p><code>T</code> is kept, whatever heat flows.</p></html>"));
  end FixedTemperature;

  model PrescribedTemperature "Temperature given by a signal"
    Interfaces.RealInput T(unit = "K", displayUnit = "degC") "Temperature" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.HeatPort_b port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.T = T;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 0}, {-80, 0}}, color = {0, 0, 127}),
        Rectangle(extent = {{-80, 60}, {40, -60}}, lineColor = {191, 0, 0}, fillColor = {255, 220, 220}, fillPattern = FillPattern.Solid),
        Line(points = {{40, 0}, {90, 0}}, color = {191, 0, 0}),
        Text(extent = {{-60, 35}, {20, -35}}, textString = "T"),
        Text(extent = {{-150, 102}, {150, 70}}, textString = "%name")}),
      Documentation(info = "<html><p>In kelvin, whatever heat flows: surroundings that warm up, a bath under control.</p></html>"));
  end PrescribedTemperature;

  model FixedHeatFlow "Constant source of heat"
    parameter Units.HeatFlowRate Q_flow = 100 "Heat flow out of the source";
    Interfaces.HeatPort_b port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.Q_flow = -Q_flow;
    annotation(
      Icon(graphics = {
        Polygon(points = {{-80, 12}, {40, 12}, {40, 32}, {90, 0}, {40, -32}, {40, -12}, {-80, -12}, {-80, 12}}, lineColor = {191, 0, 0}, fillColor = {255, 220, 220}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, -45}, {150, -73}}, textString = "Q_flow = %Q_flow"),
        Text(extent = {{-150, 82}, {150, 50}}, textString = "%name")}),
      Documentation(info = "<html><p>A heater, or the loss of a machine; negative: a cooler.</p></html>"));
  end FixedHeatFlow;

  model PrescribedHeatFlow "Heat flow given by a signal"
    Interfaces.RealInput Q_flow(unit = "W") "Heat flow out of the source" annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.HeatPort_b port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.Q_flow = -Q_flow;
    annotation(
      Icon(graphics = {
        Line(points = {{-100, 0}, {-80, 0}}, color = {0, 0, 127}),
        Polygon(points = {{-80, 12}, {40, 12}, {40, 32}, {90, 0}, {40, -32}, {40, -12}, {-80, -12}, {-80, 12}}, lineColor = {191, 0, 0}, fillColor = {255, 220, 220}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, 82}, {150, 50}}, textString = "%name")}),
      Documentation(info = "<html><p>Connect the <code>loss</code> of a machine to let it heat its surroundings.</p></html>"));
  end PrescribedHeatFlow;

  model Rod "Rod of n cells: conduction with storage"
    parameter Integer n(min = 1) = 20 "Number of cells";
    parameter Units.Length L(min = 1e-9, displayUnit = "m") = 1 "Length";
    parameter Units.Area A = 1e-4 "Cross-section";
    parameter Units.ThermalConductivity k = 50 "Conductivity";
    parameter Units.Density rho = 7850 "Density";
    parameter Units.SpecificHeatCapacity c = 470 "Specific heat";
    parameter Units.Temperature T_start(displayUnit = "degC") = 293.15 "Temperature at the start";
    Interfaces.HeatPort_a port_a "Left end" annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.HeatPort_b port_b "Right end" annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Units.Temperature T[n](each start = T_start, each fixed = true) "Temperatures of the cells";
    Units.HeatFlowRate Q[n + 1] "Heat flows between cells, from left to right";
    Units.Energy energy "Heat stored since the start";
  protected
    parameter Units.ThermalConductance G = k*A*n/L "Between the centres of two cells";
    parameter Units.HeatCapacity C = rho*c*A*L/n "Of a cell";
  equation
    Q[1] = 2*G*(port_a.T - T[1]);
    for i in 2:n loop
      Q[i] = G*(T[i - 1] - T[i]);
    end for;
    Q[n + 1] = 2*G*(T[n] - port_b.T);
    for i in 1:n loop
      C*der(T[i]) = Q[i] - Q[i + 1];
    end for;
    port_a.Q_flow = Q[1];
    port_b.Q_flow = -Q[n + 1];
    energy = C*sum(T[i] - T_start for i in 1:n);
    annotation(
      Icon(graphics = {
        Rectangle(extent = {{-90, 30}, {90, -30}}, lineColor = {191, 0, 0}, fillColor = {255, 220, 220}, fillPattern = FillPattern.Solid),
        Line(points = {{-45, 30}, {-45, -30}}, color = {191, 0, 0}),
        Line(points = {{0, 30}, {0, -30}}, color = {191, 0, 0}),
        Line(points = {{45, 30}, {45, -30}}, color = {191, 0, 0}),
        Text(extent = {{-150, 72}, {150, 40}}, textString = "%name"),
        Text(extent = {{-150, -40}, {150, -68}}, textString = "n = %n")}),
      Documentation(info = "<html><p>Finite volumes of equal length: <code>rho c A dx T' = Q<sub>in</sub> - Q<sub>out</sub></code>, half a cell of conduction at each end. Energy is conserved exactly; the error in space falls with 1/n<sup>2</sup>. The sides are
insulated. Defaults: steel.</p></html>"));
  end Rod;

  annotation(
    Icon(graphics = {Polygon(points = {{0, 70}, {-40, 60}, {-70, 20}, {-60, -40}, {-20, -60}, {30, -60}, {70, -20}, {60, 40}, {30, 65}, {0, 70}}, lineColor = {191, 0, 0}, fillColor = {255, 220, 220}, fillPattern = FillPattern.Solid, smooth = Smooth.Bezier)}),
    Documentation(info = "<html><p>Heat ports carry the absolute temperature and the heat flow, positive into the component.</p></html>"));
end Thermal;
