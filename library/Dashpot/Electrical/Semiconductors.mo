within Dashpot.Electrical;
package Semiconductors "Smooth characteristics: diodes and the transistors of the classic test problems"

  function junction "exp(x) - 1, continued by its tangent where exp would overflow"
    input Real x;
    input Real limit "Tangent beyond";
    output Real y;
  algorithm
    y := if x > limit then exp(limit)*(1 + x - limit) - 1 else exp(x) - 1;
    annotation(smoothOrder = 1, Documentation(info = "<html><p>Value and slope are continuous.</p></html>"));
  end junction;

  model Diode "p-n junction"
    extends Partial.OnePort;
    parameter Units.Current Is(min = 0) = 1e-9 "Saturation current";
    parameter Units.Voltage Vt(min = 1e-6) = 0.026 "Thermal voltage times emission coefficient";
    parameter Units.Resistance R(min = 1) = 1e8 "Leakage in parallel";
    parameter Real limit(min = 1, max = 700) = 40 "Exponent beyond which the characteristic is straight";
    Units.Power loss "Power turned into heat";
  equation
    i = Is*junction(v/Vt, limit) + v/R;
    loss = v*i;
    annotation(
      Icon(graphics = {
        Polygon(points = {{-30, 40}, {30, 0}, {-30, -40}, {-30, 40}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{30, 40}, {30, -40}}, color = {0, 0, 255}),
        Line(points = {{-90, 0}, {90, 0}}, color = {0, 0, 255}),
        Text(extent = {{-150, -50}, {150, -78}}, textString = "Is = %Is")}),
      Documentation(info = "<html><p>Shockley: <code>i = Is (exp(v/Vt) - 1) + v/R</code>. No capacitance, no breakdown. The diodes of the ring modulator (Horneber 1985) have <code>Is = 40.67286402e-9</code> A and <code>Vt = 1/17.7493332</code> V.</p></html>"));
  end Diode;

  model NPN "Bipolar transistor in its forward region"
    parameter Units.Current beta(min = 0) = 1e-6 "Saturation current of the emitter";
    parameter Units.Voltage UF(min = 1e-6) = 0.026 "Thermal voltage";
    parameter Real alpha(min = 0, max = 1) = 0.99 "Part of the emitter current that comes from the collector";
    parameter Real limit(min = 1, max = 700) = 40 "Exponent beyond which the characteristic is straight";
    Interfaces.Pin C "Collector" annotation(Placement(transformation(extent = {{90, 40}, {110, 60}})));
    Interfaces.Pin B "Base" annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.Pin E "Emitter" annotation(Placement(transformation(extent = {{90, -60}, {110, -40}})));
    Units.Current iE "Current out of the emitter";
    Units.Power loss "Power turned into heat";
  equation
    iE = beta*junction((B.v - E.v)/UF, limit);
    E.i = -iE;
    C.i = alpha*iE;
    B.i = (1 - alpha)*iE;
    loss = C.v*C.i + B.v*B.i + E.v*E.i;
    annotation(__Dashpot(role = "part"),
      Icon(graphics = {
        Ellipse(extent = {{-60, 65}, {70, -65}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-20, 0}}, color = {0, 0, 255}),
        Line(points = {{-20, 40}, {-20, -40}}, color = {0, 0, 255}, thickness = 1),
        Line(points = {{-20, 15}, {25, 50}, {90, 50}}, color = {0, 0, 255}),
        Line(points = {{-20, -15}, {25, -50}, {90, -50}}, color = {0, 0, 255}),
        Polygon(points = {{20, -46}, {2, -42}, {12, -29}, {20, -46}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, 107}, {150, 75}}, textString = "%name"),
        Text(extent = {{-85, 40}, {-65, 15}}, textString = "B"),
        Text(extent = {{70, 85}, {90, 60}}, textString = "C"),
        Text(extent = {{70, -60}, {90, -85}}, textString = "E")}),
      Documentation(info = "<html><p>The transistor of the amplifier by Rentrop, Roche and Steinebach (1989), whose values are the defaults: emitter current
<code>beta (exp((U<sub>B</sub> - U<sub>E</sub>)/UF) - 1)</code>, of which <code>alpha</code> comes from the collector and the rest from the base. Holds while the collector is above the base.</p></html>"));
  end NPN;

  model NMOS "n-channel field-effect transistor"
    parameter Real K(unit = "A/V2", min = 0) = 2e-5 "Transconductance: i = K/2 (v - Vth)^2 when saturated";
    parameter Units.Voltage Vth = 1 "Threshold voltage";
    parameter Real lambda(unit = "1/V", min = 0) = 0.02 "Channel-length modulation";
    Interfaces.Pin D "Drain" annotation(Placement(transformation(extent = {{90, 40}, {110, 60}})));
    Interfaces.Pin G "Gate" annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.Pin S "Source" annotation(Placement(transformation(extent = {{90, -60}, {110, -40}})));
    Units.Current i "From drain to source";
    Units.Power loss "Power turned into heat";
  protected
    function current "Drain current for vds >= 0"
      input Real vgs;
      input Real vds;
      input Real K;
      input Real Vth;
      input Real lambda;
      output Real i;
    protected
      Real drive;
    algorithm
      drive := vgs - Vth;
      i := if drive <= 0 then 0
        else if vds >= drive then K/2*drive^2*(1 + lambda*vds)
        else K*vds*(drive - vds/2)*(1 + lambda*vds);
      annotation(smoothOrder = 1);
    end current;
    Units.Voltage vds;
  equation
    vds = D.v - S.v;
    i = if noEvent(vds >= 0) then current(G.v - S.v, vds, K, Vth, lambda) else -current(G.v - D.v, -vds, K, Vth, lambda);
    D.i = i;
    S.i = -i;
    G.i = 0;
    loss = vds*i;
    annotation(__Dashpot(role = "part"),
      Icon(graphics = {
        Ellipse(extent = {{-60, 65}, {70, -65}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-35, 0}}, color = {0, 0, 255}),
        Line(points = {{-35, 40}, {-35, -40}}, color = {0, 0, 255}),
        Line(points = {{-20, 45}, {-20, 25}}, color = {0, 0, 255}, thickness = 0.75),
        Line(points = {{-20, 10}, {-20, -10}}, color = {0, 0, 255}, thickness = 0.75),
        Line(points = {{-20, -25}, {-20, -45}}, color = {0, 0, 255}, thickness = 0.75),
        Line(points = {{-20, 35}, {25, 35}, {25, 50}, {90, 50}}, color = {0, 0, 255}),
        Line(points = {{-20, -35}, {25, -35}, {25, -50}, {90, -50}}, color = {0, 0, 255}),
        Line(points = {{-20, 0}, {25, 0}, {25, -35}}, color = {0, 0, 255}),
        Polygon(points = {{-18, 0}, {0, 8}, {0, -8}, {-18, 0}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid),
        Text(extent = {{-150, 107}, {150, 75}}, textString = "%name"),
        Text(extent = {{-85, 40}, {-65, 15}}, textString = "G"),
        Text(extent = {{70, 85}, {90, 60}}, textString = "D"),
        Text(extent = {{70, -60}, {90, -85}}, textString = "S")}),
      Documentation(info = "<html><p>Shichman and Hodges (IEEE J. Solid-State Circuits 3 (1968) 285), bulk at the source: <code>K v<sub>DS</sub> (v<sub>GS</sub> - Vth - v<sub>DS</sub>/2) (1 + lambda v<sub>DS</sub>)</code> below saturation,
<code>K/2 (v<sub>GS</sub> - Vth)<sup>2</sup> (1 + lambda v<sub>DS</sub>)</code> above; source and drain change places with the sign of v<sub>DS</sub>. Value and slope are continuous. No capacitances: connect them outside.</p></html>"));
  end NMOS;

  annotation(
    Icon(graphics = {Polygon(points = {{-30, 40}, {30, 0}, {-30, -40}, {-30, 40}}, lineColor = {0, 0, 255}), Line(points = {{30, 40}, {30, -40}}, color = {0, 0, 255})}),
    Documentation(info = "<html><p>Exponentials are continued by their tangents, so that a bad guess of a solver does not overflow.</p></html>"));
end Semiconductors;
