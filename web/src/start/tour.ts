// The guided first circuit: eight steps from an empty sheet to a cylinder that lifts a load. A step is done when the circuit shows it, however the user got there.
import type { Component, Diagram, JobState } from "../protocol/types";

/** What the steps look at. */
export interface Bench {
  diagram: Diagram | undefined;
  run: JobState | undefined;
}

export interface TourStep {
  title: string;
  text: string;
  isDone(bench: Bench): boolean;
}

export const tourModelName = "FirstLift";

export const tourSteps: TourStep[] = [
  {
    title: "Choose an oil",
    text: "Every hydraulic circuit names its fluid once. Find MineralOil_VG46 in the palette on the left (type “oil” into its search field) and drag it onto the sheet. A double-click on the sheet lets you type the name instead.",
    isDone: ({ diagram }) => has(diagram, "Hydraulics.Fluids."),
  },
  {
    title: "Add a pump",
    text: "Drag a FlowSource (Hydraulics, Sources) onto the sheet, at the lower left. It delivers a constant flow, whatever the pressure.",
    isDone: ({ diagram }) => has(diagram, "Sources.FlowSource"),
  },
  {
    title: "Add a cylinder",
    text: "Drag a SingleActingCylinder (Hydraulics, Actuators) to the upper right. R turns what is selected, H and V mirror it.",
    isDone: ({ diagram }) => has(diagram, "Actuators.SingleActingCylinder"),
  },
  {
    title: "Limit the pressure",
    text: "At the end of the stroke the flow must go somewhere. Add a ReliefValve (Hydraulics, Valves) and a Tank (Hydraulics, Sources) below the cylinder.",
    isDone: ({ diagram }) => has(diagram, "Valves.ReliefValve") && has(diagram, "Sources.Tank"),
  },
  {
    title: "Connect the pressure side",
    text: "Drag from the port of the pump to the port of the cylinder, then from the pump to the inlet port_a of the relief valve. Ports that fit light up; the others tell why they do not.",
    isDone: ({ diagram }) => joined(diagram, ["FlowSource", "port"], ["SingleActingCylinder", "port"], ["ReliefValve", "port_a"]),
  },
  {
    title: "Connect the tank",
    text: "Drag from port_b of the relief valve to the tank. The list of problems below the sheet is empty when nothing is missing.",
    isDone: ({ diagram }) => joined(diagram, ["ReliefValve", "port_b"], ["Tank", "port"]),
  },
  {
    title: "Set a pressure",
    text: "Click the relief valve. In the panel on the right type “150 bar” into p_set and press Enter. Any unit of pressure will do: 15 MPa is the same.",
    isDone: ({ diagram }) => componentsOf(diagram, "Valves.ReliefValve").some(openingAt150Bar),
  },
  {
    title: "Run it",
    text: "Press F5. Curves appear while it computes, lines take the colour of their pressure, and the piston rises. Drag the time cursor below the plots to see any instant again.",
    isDone: ({ run }) => run === "finished",
  },
];

/** The first step that is not done; as many as there are steps when all are. */
export function currentStep(bench: Bench): number {
  const open = tourSteps.findIndex((step) => !step.isDone(bench));
  return open < 0 ? tourSteps.length : open;
}

function componentsOf(diagram: Diagram | undefined, type: string): Component[] {
  return diagram?.components.filter((component) => component.type.includes(type)) ?? [];
}

function has(diagram: Diagram | undefined, type: string): boolean {
  return componentsOf(diagram, type).length > 0;
}

/** Whether one connection set holds a port of each of these kinds of components. */
function joined(diagram: Diagram | undefined, ...wanted: [type: string, port: string][]): boolean {
  if (!diagram) return false;
  const setsOf = ([type, port]: [string, string]) => {
    const names = componentsOf(diagram, `.${type}`).map((component) => component.name);
    const touching = diagram.connections.filter((c) => c.ends.some((end) => names.includes(end.component ?? "") && end.port === port));
    return new Set(touching.map((connection) => connection.set));
  };
  const [first, ...others] = wanted.map(setsOf);
  return [...(first ?? [])].some((set) => others.every((sets) => sets.has(set)));
}

function openingAt150Bar(valve: Component): boolean {
  const written = valve.modifiers.find((modifier) => modifier.name === "p_set")?.value.replace(/\s/g, "");
  return written !== undefined && (Number(written) === 150e5 || written === "150*bar");
}
