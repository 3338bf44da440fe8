// Circuits to start from. Each is a whole model that runs; places and lines are found by the program until the user moves something.

export interface Starter {
  id: string;
  title: string;
  description: string;
  text(name: string): string;
}

export const starters: readonly Starter[] = [
  {
    id: "empty",
    title: "Empty sheet",
    description: "Nothing on it yet",
    text: (name) => `model ${name}\n  annotation(experiment(StopTime = 1));\nend ${name};\n`,
  },
  {
    id: "oil",
    title: "Sheet with oil",
    description: "A hydraulic circuit: only the fluid is there",
    text: (name) => `model ${name}
  inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid annotation(Placement(transformation(origin = {-80, 80}, extent = {{-10, -10}, {10, 10}})));
  annotation(experiment(StopTime = 1));
end ${name};
`,
  },
  {
    id: "lift",
    title: "Lift",
    description: "A pump lifts a load; a relief valve limits the pressure",
    text: (name) => `model ${name} "A pump lifts a load"
  import Dashpot.Hydraulics.*;
  import Dashpot.DeskUnits.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.FlowSource pump(Q = 25*l_min);
  Volumes.FixedVolume line(V = 0.5*litre);
  Valves.ReliefValve relief(p_set = 150*bar);
  Actuators.SingleActingCylinder cylinder(bore = 60*mm, m = 800, inclination = 90*deg);
  Sources.Tank tank;
equation
  connect(pump.port, line.port);
  connect(line.port, relief.port_a);
  connect(relief.port_b, tank.port);
  connect(line.port, cylinder.port);
  annotation(experiment(StopTime = 2));
end ${name};
`,
  },
  {
    id: "oscillator",
    title: "Mass on a spring",
    description: "Mechanics: a mass, a spring with a damper, a wall",
    text: (name) => `model ${name} "A mass swings on a spring"
  import Dashpot.Mechanics.Translational.*;
  Fixed wall;
  SpringDamper spring(c = 1e4, d = 60);
  Mass mass(m = 10, s_start = 0.05);
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_a);
  annotation(experiment(StopTime = 2));
end ${name};
`,
  },
];

/** A name for a model from the name of its file: "my lift.mo" gives "my_lift". */
export function modelNameOf(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/\.mo$/, "");
  const name = file.replace(/\W+/g, "_");
  return /^[A-Za-z_]/.test(name) ? name : `Model_${name}`;
}

/** The first of "Circuit.mo", "Circuit2.mo", ... that is not taken. */
export function freePath(wanted: string, taken: readonly string[]): string {
  const stem = wanted.replace(/\.mo$/, "");
  let path = `${stem}.mo`;
  for (let i = 2; taken.includes(path); ++i) path = `${stem}${i}.mo`;
  return path;
}

/** What speaks against a path for a new model file; undefined: nothing. */
export function faultOfPath(path: string): string | undefined {
  if (!/\.mo$/.test(path)) return "The name of a model file ends in .mo";
  if (path.split("/").some((part) => part === "" || part === "..")) return "The file must lie beneath the folder that is served";
  return undefined;
}
