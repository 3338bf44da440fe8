// A border that can be dragged, or moved by arrow keys, to give the part beside it another size.
import type { Signal } from "@preact/signals";

interface SplitterProps {
  /** Pixels of the part that it belongs to. */
  size: Signal<number>;
  /** On which side of that part the border lies. */
  side: "left" | "right" | "top";
  least: number;
  most: () => number;
  label: string;
}

const keyStep = 16; // pixels

export function Splitter({ size, side, least, most, label }: SplitterProps) {
  const upright = side !== "top";
  const set = (value: number) => (size.value = Math.round(Math.min(Math.max(value, least), Math.max(least, most()))));
  const drag = (down: PointerEvent) => {
    const bar = down.currentTarget as HTMLElement;
    const start = size.peek();
    bar.setPointerCapture(down.pointerId);
    const move = (event: PointerEvent) => {
      const moved = upright ? event.clientX - down.clientX : event.clientY - down.clientY;
      set(start + (side === "right" ? moved : -moved));
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", move), { once: true });
    down.preventDefault();
  };
  const onKey = (event: KeyboardEvent) => {
    const [smaller, larger] = side === "right" ? ["ArrowLeft", "ArrowRight"] : upright ? ["ArrowRight", "ArrowLeft"] : ["ArrowDown", "ArrowUp"];
    if (event.key !== smaller && event.key !== larger) return;
    set(size.peek() + (event.key === larger ? keyStep : -keyStep));
    event.preventDefault();
  };
  return (
    <div
      class={`splitter ${upright ? "splitter-upright" : "splitter-flat"}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={upright ? "vertical" : "horizontal"}
      aria-valuenow={size.value}
      aria-valuemin={least}
      onPointerDown={drag}
      onKeyDown={onKey}
    />
  );
}
