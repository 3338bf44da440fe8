// The difference of two texts by lines, for the eye: what stays, what goes, what comes.

export interface DifferenceLine {
  kind: "same" | "removed" | "added";
  text: string;
}

/** A shortest one (Myers 1986). */
export function difference(before: string, after: string): DifferenceLine[] {
  const a = before.split("\n");
  const b = after.split("\n");
  let begin = 0;
  while (begin < a.length && begin < b.length && a[begin] === b[begin]) ++begin;
  let end = 0;
  while (end < a.length - begin && end < b.length - begin && a[a.length - 1 - end] === b[b.length - 1 - end]) ++end;
  const same = (lines: string[]): DifferenceLine[] => lines.map((text) => ({ kind: "same", text }));
  return [
    ...same(a.slice(0, begin)),
    ...shortestScript(a.slice(begin, a.length - end), b.slice(begin, b.length - end)),
    ...same(a.slice(a.length - end)),
  ];
}

/** Furthest reaching paths on diagonals k = x - y, one more edit at a time; then back along the way they came. */
function shortestScript(a: string[], b: string[]): DifferenceLine[] {
  const offset = a.length + b.length + 1;
  const furthest = new Int32Array(2 * offset + 1);
  const trail: Int32Array[] = [];
  for (let edits = 0; ; ++edits) {
    trail.push(furthest.slice());
    for (let k = -edits; k <= edits; k += 2) {
      let x = comesDown(furthest, offset, k, edits) ? furthest[offset + k + 1]! : furthest[offset + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) ++x;
      furthest[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, trail, offset);
    }
  }
}

/** Whether the furthest path on diagonal k comes from the one above by an added line, rather than from the one below by a removed one. */
function comesDown(furthest: Int32Array, offset: number, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && furthest[offset + k - 1]! < furthest[offset + k + 1]!);
}

function walkBack(a: string[], b: string[], trail: Int32Array[], offset: number): DifferenceLine[] {
  const lines: DifferenceLine[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = trail.length - 1; edits >= 0; --edits) {
    const furthest = trail[edits]!;
    const k = x - y;
    const down = comesDown(furthest, offset, k, edits);
    const previousX = edits === 0 ? 0 : down ? furthest[offset + k + 1]! : furthest[offset + k - 1]!;
    const previousY = edits === 0 ? 0 : previousX - (down ? k + 1 : k - 1);
    while (x > previousX && y > previousY) {
      lines.push({ kind: "same", text: a[--x]! });
      --y;
    }
    if (edits === 0) break;
    if (down) lines.push({ kind: "added", text: b[--y]! });
    else lines.push({ kind: "removed", text: a[--x]! });
  }
  return lines.reverse();
}

/** Only what changed, with so many lines around it; `undefined` stands for what is left out. */
export function withContext(lines: DifferenceLine[], context: number): (DifferenceLine | undefined)[] {
  const near = lines.map((_, i) => lines.slice(Math.max(0, i - context), i + context + 1).some((line) => line.kind !== "same"));
  const result: (DifferenceLine | undefined)[] = [];
  lines.forEach((line, i) => {
    if (near[i]) result.push(line);
    else if (i === 0 || near[i - 1]) result.push(undefined);
  });
  return result;
}
