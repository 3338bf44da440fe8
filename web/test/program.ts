// The program, where it has been built: tests on real diagrams ask it for them. DASHPOT names another one.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Diagram } from "../src/protocol/drawing";

const web = process.env.DASHPOT_WEB ?? process.cwd();
export const program = process.env.DASHPOT ?? join(web, "../build/dashpot");
export const hasProgram = existsSync(program);

export function examples(): string[] {
  const folder = join(web, "../examples");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".mo"))
    .map((name) => join(folder, name));
}

export function draw(model: string, ...options: string[]): Diagram {
  const text = execFileSync(program, ["draw", model, "--json", ...options], { encoding: "utf8", maxBuffer: 1 << 28 });
  return JSON.parse(text) as Diagram;
}
