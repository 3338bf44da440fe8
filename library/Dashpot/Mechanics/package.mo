within Dashpot;
package Mechanics "Bodies that slide and turn in one dimension"
  annotation(
    Icon(graphics = {
      Rectangle(extent = {{-40, 50}, {80, -50}}, lineColor = {0, 127, 0}, fillColor = {200, 230, 200}, fillPattern = FillPattern.Solid),
      Line(points = {{-100, 0}, {-90, 0}, {-85, 20}, {-75, -20}, {-65, 20}, {-55, -20}, {-50, 0}, {-40, 0}}, color = {0, 127, 0})}),
    Documentation(info = "<html>
<p>Flanges carry a position and a cut force (an angle and a cut torque), positive into the component. A force on flange_a pushes towards positive positions.</p>
<p>Masses and inertias may be connected rigidly to each other: the compiler differentiates the constraint and keeps the states of one of them. Start
values are not fixed, so that such groups initialise; give <code>s(fixed = true)</code> where a start value must hold.</p>
</html>"));
end Mechanics;
