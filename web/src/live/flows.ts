// How much flows through each line of a connection set. A set is one equation, "all flows into the joined ports sum to zero"; drawn as a tree of lines, the flow through a line is what goes into the ports
// behind it. Where lines form a ring it is not determined, and no arrow is drawn.

export interface Edge {
  ends: readonly [string, string];
}

/** For each edge the ports on the side of its second end: their flows sum to that from the first end to the second. Undefined for an edge of a ring. */
export function portsBehind(edges: readonly Edge[]): (string[] | undefined)[] {
  const neighbours = new Map<string, { to: string; edge: number }[]>();
  edges.forEach(({ ends: [a, b] }, edge) => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      neighbours.set(from, [...(neighbours.get(from) ?? []), { to, edge }]);
  });
  return edges.map(({ ends: [first, second] }, edge) => {
    const reached = new Set([second]);
    const open = [second];
    while (open.length > 0) {
      for (const next of neighbours.get(open.pop()!) ?? []) {
        if (next.edge === edge || reached.has(next.to)) continue;
        reached.add(next.to);
        open.push(next.to);
      }
    }
    return reached.has(first) ? undefined : [...reached];
  });
}
