// Runs the unit tests: each test/**/*.test.ts is bundled by itself and handed to Node's own test runner.
//
//   node test.mjs             all
//   node test.mjs geometry    those whose path contains the word
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, ".tests");

async function testFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return testFiles(path);
      return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
    }),
  );
  return nested.flat();
}

const wanted = process.argv.slice(2);
const files = (await testFiles(join(here, "test"))).filter((file) => wanted.every((word) => file.includes(word)));
if (files.length === 0) {
  console.error("there is no such test");
  process.exit(1);
}
await rm(out, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: files,
  outdir: ".tests",
  outbase: "test",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: ["node18"],
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".svg": "text", ".css": "empty" },
  sourcemap: "inline",
  metafile: true,
  logLevel: "warning",
});
const outputs = Object.keys(metafile.outputs).filter((name) => name.endsWith(".mjs"));
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...outputs], {
  cwd: here,
  stdio: "inherit",
  env: { ...process.env, DASHPOT_WEB: here },
});
process.exit(run.status ?? 1);
