// A server of its own for each test, on a folder of its own.
import { spawn } from "node:child_process";
import { cp, mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { dashpot, page, repository } from "./program.mjs";

const startsWithin = 120_000; // milliseconds: a guard against hanging, not a measurement

/**
 * `files`: texts by path; `examples`: names of files of examples/ to copy. Options of the command line in `options`.
 */
export async function startServer({ files = {}, examples = [], options = [], env = process.env, folder } = {}) {
  const root = folder ?? (await mkdtemp(join(tmpdir(), "dashpot-e2e-")));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  for (const name of examples) await cp(join(repository, "examples", name), join(root, name));
  const state = `${root}-state`; // of this folder, so that drafts of one test do not come back in another
  const child = spawn(dashpot(), ["serve", root, "--no-browser", "--assets", page, ...options], {
    env: { ...env, XDG_STATE_HOME: state },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server did not start: ${told}`)), startsWithin);
    const listen = (data) => {
      told += data;
      const match = /http:\/\/\S+token=\S+/.exec(told);
      if (match) resolve(match[0]);
      if (match) clearTimeout(timer);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${told}`)));
  });
  const stop = (signal = "SIGTERM") =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", resolve);
      child.kill(signal);
    });
  return {
    root,
    address,
    port: Number(new URL(address).port),
    process: child,
    stop,
    async remove() {
      await stop("SIGKILL");
      for (const place of [root, state]) await rm(place, { recursive: true, force: true });
    },
  };
}
