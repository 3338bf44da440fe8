within Dashpot;
package Blocks "Signals: sources, mathematics, continuous and sampled control, tables, logic"
  annotation(
    Icon(graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 127}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-80, -60}, {-20, -60}, {-20, 60}, {80, 60}}, color = {0, 0, 127})}),
    Documentation(info = "<html>
<p>Causal blocks: inputs on the left, outputs on the right. A signal has no unit of its own, so that a block serves any quantity;
parameters that are times or frequencies have theirs.</p>
<p>A block with a corner that the signal can cross (a limiter, a switch) makes an event there, since the corner is real; tables and square roots
are smooth or piecewise smooth and make none.</p>
</html>"));
end Blocks;
