within Dashpot.Thermal;
package Partial "What thermal components have in common"

  partial model TwoPorts "Heat that passes through"
    Interfaces.HeatPort_a port_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.HeatPort_b port_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Units.HeatFlowRate Q_flow "From port_a to port_b";
    Units.TemperatureDifference dT "port_a less port_b";
  equation
    dT = port_a.T - port_b.T;
    port_a.Q_flow = Q_flow;
    port_b.Q_flow = -Q_flow;
    annotation(Icon(graphics = {Text(extent = {{-150, 102}, {150, 70}}, textString = "%name")}));
  end TwoPorts;

  annotation(Documentation(info = "<html><p>Bases to extend when a component is written; not to be used in a circuit.</p></html>"));
end Partial;
