// The program under test, and what is asked of it on the command line.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = join(dirname(fileURLToPath(import.meta.url)), "../../..");
export const page = join(repository, "web/dist");

let program = "";
let wanted = [];

export function setProgram(path, words) {
  program = path;
  wanted = words;
}

export const dashpot = () => program;

/** Whether a test of this name is to be run. */
export const isWanted = (name) => wanted.every((word) => name.includes(word));

/** Standard output of a verb; throws if it fails. */
export function verb(...words) {
  return execFileSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
}
