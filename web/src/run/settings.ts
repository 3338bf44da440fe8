// The settings of the next run. Times and tolerance are the model's own (`experiment`); method, pace and overriding values belong to this session.
import { signal } from "@preact/signals";

/** Values over those of the model, as they are typed: what sliders and sets of data change for a run without changing the text. */
export const overrides = signal<Readonly<Record<string, string>>>({});

/** The integration method; null: the program's own choice. */
export const method = signal<string | null>(null);
/** For methods of fixed step: "1 ms". Empty: none. */
export const fixedStep = signal("");

/** Simulated seconds per second; null: as fast as it goes. */
export const pace = signal<number | null>(null);

/** Values of the model's inputs at the start of a run. */
export const inputValues = signal<Readonly<Record<string, number>>>({});

/** Whether earlier runs are drawn behind the one that is shown. */
export const ghosts = signal(true);

export function override(parameter: string, value: string | null): void {
  const { [parameter]: _, ...rest } = overrides.peek();
  overrides.value = value === null ? rest : { ...rest, [parameter]: value };
}
