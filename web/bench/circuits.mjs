// Models to measure with.

/** A million samples within the last second of `stop` seconds, or a run that is long. */
export function longSignal(stop) {
  const [name, interval] = stop > 1 ? ["Long", ""] : ["Million", ", Interval = 1e-6"];
  return `model ${name}
  output Real y;
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -1e4*x;
  y = x + 0.1*sin(2000*time);
  annotation(experiment(StopTime = ${stop}${interval}));
end ${name};
`;
}

/** A sheet with a fault, to which each further component adds its own. */
export const openCircuit = `model Open
  inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-180, 100}, extent = {{-10, -10}, {10, 10}})));
  Dashpot.Hydraulics.Resistances.Orifice first(d = 1e-3) annotation(Placement(transformation(origin = {180, -100}, extent = {{-10, -10}, {10, 10}})));
end Open;
`;

/** Orifices in rows, each joined with the next. */
export function largeCircuit(count) {
  const perRow = 25;
  const place = (i) => [40 * (i % perRow), -40 * Math.floor(i / perRow)];
  const parts = Array.from({ length: count }, (_, i) => {
    const [x, y] = place(i);
    return `  Dashpot.Hydraulics.Resistances.Orifice o${i}(d = 1e-3) annotation(Placement(transformation(origin = {${x}, ${y}}, extent = {{-10, -10}, {10, 10}})));`;
  });
  const lines = Array.from({ length: count - 1 }, (_, i) => {
    const [[x0, y0], [x1, y1]] = [place(i), place(i + 1)];
    const points =
      y0 === y1
        ? `{{${x0 + 10}, ${y0}}, {${x1 - 10}, ${y1}}}`
        : `{{${x0 + 10}, ${y0}}, {${x0 + 16}, ${y0}}, {${x0 + 16}, ${y0 - 20}}, {${x1 - 16}, ${y0 - 20}}, {${x1 - 16}, ${y1}}, {${x1 - 10}, ${y1}}}`;
    return `  connect(o${i}.port_b, o${i + 1}.port_a) annotation(Line(points = ${points}, color = {0, 60, 160}));`;
  });
  return `model Large\n${parts.join("\n")}\nequation\n${lines.join("\n")}\nend Large;\n`;
}
