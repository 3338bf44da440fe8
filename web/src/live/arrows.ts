// Arrows on lines: they point where it flows, larger for more flow, and move along while the simulated time goes on.
import type { Point } from "../protocol/types";

const spacing = 16; // units between arrows
const fastest = 30; // units per second
const size = { least: 0.9, most: 1.9 }; // units, half of an arrow's length
const namespace = "http://www.w3.org/2000/svg";

export class LineArrows {
  private readonly lengths: number[] = [0];
  private readonly arrows: SVGPathElement[] = [];
  private phase = 0;

  constructor(
    private readonly points: readonly Point[],
    parent: SVGGElement,
  ) {
    for (let i = 1; i < points.length; ++i) this.lengths.push(this.lengths[i - 1]! + distance(points[i - 1]!, points[i]!));
    const count = Math.max(1, Math.floor(this.total / spacing));
    for (let i = 0; i < count; ++i) {
      const arrow = document.createElementNS(namespace, "path");
      arrow.setAttribute("d", "M-1 0.8L1 0L-1 -0.8z");
      arrow.setAttribute("class", "flow-arrow");
      parent.append(arrow);
      this.arrows.push(arrow);
    }
  }

  private get total(): number {
    return this.lengths[this.lengths.length - 1]!;
  }

  remove(): void {
    for (const arrow of this.arrows) arrow.remove();
  }

  /** `share`: of the greatest flow, with sign. `seconds`: since the last call, 0 while time stands still. */
  show(share: number, seconds: number): void {
    const strength = Math.sqrt(Math.min(1, Math.abs(share))); // small flows are seen, too
    const isVisible = strength > 0.02;
    this.phase += Math.sign(share) * strength * fastest * seconds;
    const distanceBetween = this.total / this.arrows.length;
    const half = size.least + strength * (size.most - size.least);
    this.arrows.forEach((arrow, i) => {
      arrow.style.display = isVisible ? "" : "none";
      if (!isVisible) return;
      const offset = (i + 0.5) * distanceBetween + this.phase;
      const { at, direction } = this.pointAt(((offset % this.total) + this.total) % this.total);
      const turn = share >= 0 ? direction : direction + 180;
      arrow.setAttribute(
        "transform",
        `translate(${at[0].toFixed(2)} ${at[1].toFixed(2)}) rotate(${turn.toFixed(1)}) scale(${half.toFixed(2)})`,
      );
    });
  }

  private pointAt(length: number): { at: Point; direction: number } {
    let piece = 1;
    while (piece < this.lengths.length - 1 && this.lengths[piece]! < length) ++piece;
    const [a, b] = [this.points[piece - 1] ?? [0, 0], this.points[piece] ?? [0, 0]];
    const pieceLength = this.lengths[piece]! - this.lengths[piece - 1]! || 1;
    const share = (length - this.lengths[piece - 1]!) / pieceLength;
    return {
      at: [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])],
      direction: (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI,
    };
  }
}

const distance = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1]);
