// The packages of the libraries as a tree: "Dashpot.Hydraulics.Pumps" is a branch of "Hydraulics".
import type { PaletteComponent, PalettePackage } from "../protocol/messages";

export interface Branch {
  /** Qualified. */
  name: string;
  title: string;
  description: string;
  components: readonly PaletteComponent[];
  branches: Branch[];
}

export function countOf(branch: Branch): number {
  return branch.components.length + branch.branches.reduce((sum, inner) => sum + countOf(inner), 0);
}

/** A library by itself is no branch if it is the only one. */
export function treeOf(packages: readonly PalettePackage[]): Branch[] {
  const top: Branch[] = [];
  for (const one of packages) {
    let level = top;
    let branch: Branch | undefined;
    const parts = one.name.split(".");
    parts.forEach((title, i) => {
      const name = parts.slice(0, i + 1).join(".");
      branch = level.find((other) => other.name === name);
      if (!branch) {
        branch = { name, title, description: "", components: [], branches: [] };
        level.push(branch);
      }
      level = branch.branches;
    });
    if (!branch) continue;
    branch.components = one.components;
    branch.description = one.description;
  }
  const [only] = top;
  return top.length === 1 && only && only.components.length === 0 ? only.branches : top;
}
