// Dragging a component from the palette onto the drawing. It is on the paper as soon as the pointer is; letting go adds it.
import { report } from "../app/messages";
import { diagram, editable } from "../app/state";
import { canvasElement, focusCanvas } from "../canvas/canvas";
import { gridOf } from "../canvas/diagram_index";
import { insertionAt } from "../canvas/insertion";
import { isOver, placeOf } from "../canvas/interactions";
import { placing } from "../canvas/modes";
import { addComponent, placedPorts } from "../canvas/operations";
import { snapped } from "../geometry/snap";
import type { PaletteComponent } from "../protocol/messages";

export function beginPlacing(component: PaletteComponent, down: PointerEvent): void {
  if (down.button !== 0 || !editable.peek()) return;
  const events = new AbortController();
  const { signal } = events;
  placing.value = { component, at: undefined, line: undefined };
  const end = () => {
    events.abort();
    document.body.classList.remove("placing");
  };
  const move = (event: PointerEvent) => {
    document.body.classList.add("placing");
    placing.value = { component, ...under(component, event) };
  };
  const up = (event: PointerEvent) => {
    end();
    const { at, line } = under(component, event);
    if (!at) return void (placing.value = null);
    // The ghost stays until the next drawing has the component itself.
    placing.value = { component, at, line };
    focusCanvas();
    addComponent(component, at, line).catch((error: unknown) => {
      placing.value = null;
      report(error);
    });
  };
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", up, { signal });
  addEventListener("pointercancel", () => {
    end();
    placing.value = null;
  }, { signal }); // prettier-ignore
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      end();
      placing.value = null;
    },
    { signal, capture: true },
  );
  down.preventDefault();
}

function under(component: PaletteComponent, event: PointerEvent) {
  const canvas = canvasElement.current;
  const shown = diagram.peek();
  if (!canvas || !shown || !isOver(event, canvas)) return { at: undefined, line: undefined };
  const at = snapped(placeOf(event, canvas), gridOf(shown));
  return { at, line: insertionAt(shown, at, placedPorts(component, at)) };
}
