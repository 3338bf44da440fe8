within Dashpot.Hydraulics.Valves;
model Valve43 "4/3 directional valve; the signal is the position of its spool"
  extends Edges43;
equation
  spool = noEvent(min(max(u, -1), 1));
  annotation(defaultComponentName = "valve", Documentation(info = "<html><p>See Edges43 for the edges, centres and laps. The spool stays within its stroke, whatever the signal. Switch u as you like: a jump is an event where it is made. For a spool that moves in its own time take
ProportionalValve43 or ServoValve43.</p></html>"));
end Valve43;
