within Dashpot;
package Interfaces "Connectors"
  // A flow variable is positive into the component. Filled and hollow connectors of a pair have the same variables and differ
  // in their icons only: by convention the filled one is where things enter.

  connector HydraulicPort "Where fluid flows in or out"
    Units.AbsolutePressure p(start = Units.standardAtmosphere) "Absolute pressure";
    flow Units.MassFlowRate m_flow "Mass flow, positive into the component";
    annotation(Icon(graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}));
  end HydraulicPort;

  connector HydraulicPort_a "Hydraulic port, inlet by convention (filled)"
    extends HydraulicPort;
    annotation(
      defaultComponentName = "port_a",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 160}, fillColor = {0, 60, 160}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textString = "%name")}));
  end HydraulicPort_a;

  connector HydraulicPort_b "Hydraulic port, outlet by convention (hollow)"
    extends HydraulicPort;
    annotation(
      defaultComponentName = "port_b",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 60, 160}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textString = "%name")}));
  end HydraulicPort_b;

  connector Flange "A flange that slides"
    Units.Position s "Position of the flange";
    flow Units.Force f "Cut force, positive into the component";
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 127, 0}, fillColor = {0, 127, 0}, fillPattern = FillPattern.Solid)}));
  end Flange;

  connector Flange_a "Translational flange, left side (filled)"
    extends Flange;
    annotation(
      defaultComponentName = "flange_a",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 127, 0}, fillColor = {0, 127, 0}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 127, 0}, fillColor = {0, 127, 0}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {0, 127, 0}, textString = "%name")}));
  end Flange_a;

  connector Flange_b "Translational flange, right side (hollow)"
    extends Flange;
    annotation(
      defaultComponentName = "flange_b",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {0, 127, 0}, textString = "%name")}));
  end Flange_b;

  connector Shaft "A shaft that turns"
    Units.Angle phi "Angle of the shaft";
    flow Units.Torque tau "Cut torque, positive into the component";
    annotation(Icon(graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid)}));
  end Shaft;

  connector Shaft_a "Rotational flange, driving side (filled)"
    extends Shaft;
    annotation(
      defaultComponentName = "shaft_a",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {95, 95, 95}, fillColor = {95, 95, 95}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {95, 95, 95}, textString = "%name")}));
  end Shaft_a;

  connector Shaft_b "Rotational flange, driven side (hollow)"
    extends Shaft;
    annotation(
      defaultComponentName = "shaft_b",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {95, 95, 95}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {95, 95, 95}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {95, 95, 95}, textString = "%name")}));
  end Shaft_b;

  connector Pin "An electrical terminal"
    Units.Voltage v "Potential";
    flow Units.Current i "Current, positive into the component";
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid)}));
  end Pin;

  connector PositivePin "Positive pin (filled)"
    extends Pin;
    annotation(
      defaultComponentName = "p",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 255}, fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {0, 0, 255}, textString = "%name")}));
  end PositivePin;

  connector NegativePin "Negative pin (hollow)"
    extends Pin;
    annotation(
      defaultComponentName = "n",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {0, 0, 255}, textString = "%name")}));
  end NegativePin;

  connector HeatPort "Where heat flows in or out"
    Units.Temperature T "Temperature";
    flow Units.HeatFlowRate Q_flow "Heat flow, positive into the component";
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {191, 0, 0}, fillColor = {191, 0, 0}, fillPattern = FillPattern.Solid)}));
  end HeatPort;

  connector HeatPort_a "Heat port (filled)"
    extends HeatPort;
    annotation(
      defaultComponentName = "port_a",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {191, 0, 0}, fillColor = {191, 0, 0}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {191, 0, 0}, fillColor = {191, 0, 0}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {191, 0, 0}, textString = "%name")}));
  end HeatPort_a;

  connector HeatPort_b "Heat port (hollow)"
    extends HeatPort;
    annotation(
      defaultComponentName = "port_b",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {191, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {191, 0, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {191, 0, 0}, textString = "%name")}));
  end HeatPort_b;

  connector RealInput = input Real "Signal: input"
    annotation(
      defaultComponentName = "u",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {0, 0, 127}, fillColor = {0, 0, 127}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {0, 0, 127}, textString = "%name")}));

  connector RealOutput = output Real "Signal: output"
    annotation(
      defaultComponentName = "y",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {0, 0, 127}, textString = "%name")}));

  connector IntegerInput = input Integer "Signal: input"
    annotation(
      defaultComponentName = "u",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {255, 127, 0}, fillColor = {255, 127, 0}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {255, 127, 0}, fillColor = {255, 127, 0}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {255, 127, 0}, textString = "%name")}));

  connector IntegerOutput = output Integer "Signal: output"
    annotation(
      defaultComponentName = "y",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {255, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {255, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {255, 127, 0}, textString = "%name")}));

  connector BooleanInput = input Boolean "Signal: input"
    annotation(
      defaultComponentName = "u",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {255, 0, 255}, fillColor = {255, 0, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {255, 0, 255}, fillColor = {255, 0, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {255, 0, 255}, textString = "%name")}));

  connector BooleanOutput = output Boolean "Signal: output"
    annotation(
      defaultComponentName = "y",
      Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {255, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}),
      Diagram(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, lineColor = {255, 0, 255}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Text(extent = {{-150, 160}, {150, 110}}, textColor = {255, 0, 255}, textString = "%name")}));

  annotation(Documentation(info = "<html>
<p>The variables are those of the Modelica Standard Library, so that its components connect to ours: <code>Flange</code> is
<code>Mechanics.Translational.Interfaces.Flange</code> (s, f), <code>Shaft</code> is
<code>Mechanics.Rotational.Interfaces.Flange</code> (phi, tau), <code>Pin</code> (v, i), <code>HeatPort</code> (T, Q_flow), and
signals are <code>Blocks.Interfaces.RealInput</code> and so on. <code>HydraulicPort</code> has the absolute pressure and the mass
flow, as OpenHydraulics has it. Ports of equal pressure may be connected in any number; the mass flows of a connection sum to zero.</p>
</html>"));
end Interfaces;
