// The result of one of the program's verbs for the class that is shown, as it is written at this moment.
import { rpc } from "../app/connection";
import { currentClass, currentDocument } from "../app/state";
import type { Analysis } from "../protocol/types";
import { overrides } from "../run/settings";

/** `uri`: of another document than the one that is shown, with the same class in it. */
export async function analyse<T>(
  what: Analysis,
  given: Record<string, unknown> = {},
  abort?: AbortSignal,
  uri = currentDocument.peek()?.uri ?? "",
): Promise<T> {
  const model = currentClass.peek();
  const answer = await rpc.request(
    "dashpot/analyse",
    {
      textDocument: { uri },
      ...(model === null ? {} : { class: model }),
      parameters: overrides.peek(),
      what,
      arguments: given,
    },
    abort,
  );
  return answer as unknown as T;
}

interface Told {
  severity: string;
  message: string;
  hints?: string[];
}

/** Errors that a verb reports within its result, as one text; empty if there are none. */
export function faultsOf(result: { diagnostics?: Told[] }): string {
  const errors = (result.diagnostics ?? []).filter((told) => told.severity === "error");
  return errors.map((told) => [told.message, ...(told.hints ?? [])].join("\n")).join("\n");
}
