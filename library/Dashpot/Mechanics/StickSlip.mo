within Dashpot.Mechanics;
partial model StickSlip "Dry friction with a state of rest: modes, and the events between them"
  import Dashpot.Units;
  Boolean locked "The surfaces stick";
  Integer mode(start = 0, fixed = true) "1: slides forwards, -1: backwards, 0: sticks, 2: no contact";
protected
  Boolean free "No contact: friction is zero";
  Real v "Relative velocity";
  Real a "Relative acceleration";
  Real f "Friction, against positive velocity";
  Real peak "Break-away value of the friction";
  Real sliding "Friction while it slides forwards, at the present speed |v|";
  Real path "Where on the characteristic at rest: the friction while it sticks, beyond the peak the acceleration";
  Boolean startForward(start = false, fixed = true) "Breaks away forwards";
  Boolean startBackward(start = false, fixed = true) "Breaks away backwards";
  parameter Real vSmall = 1e-10 "Below this a change of direction is not yet one";
equation
  startForward = pre(mode) == 0 and (path > peak or pre(startForward) and path > 0.999*peak) or pre(mode) == -1 and v > vSmall or initial() and v > 0;
  startBackward = pre(mode) == 0 and (path < -peak or pre(startBackward) and path < -0.999*peak) or pre(mode) == 1 and v < -vSmall or initial() and v < 0;
  locked = not free and not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward);
  a = if locked then 0 else if free then path else if startForward or pre(mode) == 1 and not startBackward then path - peak else path + peak;
  f = if locked then path else if free then 0 else if startForward or pre(mode) == 1 and not startBackward then sliding else -sliding;
  mode = if free then 2
    else if (pre(mode) == 1 or pre(mode) == 2 or startForward) and v > 0 then 1
    else if (pre(mode) == -1 or pre(mode) == 2 or startBackward) and v < 0 then -1
    else 0;
  annotation(Documentation(info = "<html>
<p>At rest the friction is whatever keeps the surfaces at rest, as long as that is less than the break-away value; then they slide, and the friction is a
function of the speed. Both are one curve with a parameter <code>path</code>: while it sticks, <code>f = path</code> and <code>a = 0</code>; while it slides, <code>f</code>
is given and <code>a = path -+ peak</code>. So the acceleration and the friction follow from linear equations with the rest of the machine, in any mode, and modes
change at events only. This is the formulation of Otter, Elmqvist and Mattsson (Hybrid modeling in Modelica based on the synchronous data flow principle, CACSD 1999).</p>
<p>Who extends it gives <code>v</code>, <code>a = der(v)</code>, <code>peak</code>, <code>sliding</code> and <code>free</code>, and uses <code>f</code>.</p>
</html>"));
end StickSlip;
