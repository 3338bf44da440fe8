within Dashpot.Mechanics;
partial model StickSlip "Dry friction with a state of rest: modes, and the events between them"
  Boolean locked "The surfaces stick";
  Integer mode(start = 3, fixed = true) "0: sticks, 4 and -4: breaks away, 1 and -1: slides, 2: no contact, 3: not known yet";
protected
  Boolean free "No contact: friction is zero";
  Real v "Relative velocity";
  Real a "Relative acceleration";
  Real f "Friction, against positive velocity";
  Real peak "Break-away value of the friction";
  Real sliding "Friction while it slides forwards, at the present speed |v|";
  Real path "The friction while it sticks, the acceleration while it slides";
  parameter Real v_small = 1e-12 "Velocity that counts as rest; far above rounding, far below anything of interest";
  constant Real margin = 1e-9 "Breaks away when the friction would be greater than its peak by this part, so that it then accelerates";
  discrete Real vRest(start = 0, fixed = true) "Velocity with which it came to rest: not quite zero, since events are located with a finite precision";
  Integer way "Direction in which it slides or breaks away";
  // Each is watched in its own mode only, and is not near its threshold when that begins.
  Boolean breaksForward "The force at rest is beyond the peak";
  Boolean breaksBackward "The same to the other side";
  Boolean slides "Has broken away";
  Boolean returns "Did not break away after all";
  Boolean stops "Has passed through zero velocity";
  Boolean forward "Direction found at contact";
  Boolean backward "Direction found at contact";
equation
  locked = pre(mode) == 0;
  way = if pre(mode) == 1 or pre(mode) == 4 then 1 else if pre(mode) == -1 or pre(mode) == -4 then -1 else 0;
  a = if locked then 0 else path;
  f = if locked then path else way*sliding;
  breaksForward = (if locked then path - (1 + margin)*peak else -1) > 0;
  breaksBackward = (if locked then path + (1 + margin)*peak else 1) < 0;
  slides = (if abs(pre(mode)) == 4 then way*v - 2*v_small else -1) > 0;
  returns = (if abs(pre(mode)) == 4 then way*(v - vRest) + 3*v_small else 1) < 0;
  stops = (if abs(pre(mode)) == 1 then way*v + v_small else 1) < 0;
  forward = (if pre(mode) == 2 or pre(mode) == 3 then v - 2*v_small else -1) > 0;
  backward = (if pre(mode) == 2 or pre(mode) == 3 then v + 2*v_small else 1) < 0;
  when locked then
    vRest = v;
  end when;
  mode = if free then 2
    else if breaksForward then 4
    else if breaksBackward then -4
    else if slides or forward or backward then (if forward then 1 else if backward then -1 else way)
    else if returns or stops or pre(mode) == 2 or pre(mode) == 3 then 0
    else pre(mode);
  annotation(Documentation(info = "<html>
<p>At rest the friction is whatever keeps the surfaces at rest, as long as that is less than the break-away value; then they slide, and the friction is a
function of the speed. With one unknown <code>path</code> both are the same equations: while it sticks, <code>f = path</code> and <code>a = 0</code>; while it slides, <code>f</code>
is given and <code>a = path</code>. So friction and acceleration follow from linear equations with the rest of the machine, in any mode (the idea is that of
Otter, Elmqvist and Mattsson, Hybrid modeling in Modelica based on the synchronous data flow principle, CACSD 1999).</p>
<p>The mode changes at events only: from rest when the friction would exceed its peak; to rest when the velocity passes through zero, and from there, in the same
instant, on in the other direction if the friction at rest is not enough. Thresholds of velocity are a few <code>v_small</code> apart, and each is watched only where it matters, so that the rounding
errors of a velocity at rest make no events. The equations use the mode before the event, so that modes follow one another instead of
having to be found together.</p>
<p>Who extends it gives <code>v</code>, <code>a = der(v)</code>, <code>peak</code>, <code>sliding</code> and <code>free</code>, and uses <code>f</code>.</p>
</html>"));
end StickSlip;
