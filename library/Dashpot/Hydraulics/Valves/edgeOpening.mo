within Dashpot.Hydraulics.Valves;
function edgeOpening "Open part of a control edge at a position of the spool"
  input Real u "Position in the direction that opens it, 1 fully open";
  input Real lap "Overlap in parts of the stroke; negative: underlap";
  input Real corner "It begins to open gradually within this part of the stroke; 0: a sharp corner";
  input Real exponent "Area over stroke: 1 a slot, 1.5 to 2 notches and round holes";
  output Real y "0 closed, 1 open";
algorithm
  y := if exponent == 1 then Functions.opening(min(u, 1) - lap, corner)/(1 - lap) else (Functions.opening(min(u, 1) - lap, corner)/(1 - lap))^exponent;
  annotation(Inline = true, Documentation(info = "<html><p>(u - lap)/(1 - lap), to a power, zero where closed, not above 1.</p></html>"));
end edgeOpening;
