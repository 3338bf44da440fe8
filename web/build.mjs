// Bundles the page into web/dist: hashed file names, one HTML file, views that are not needed at once as chunks of their own.
//
//   node build.mjs            for delivery: minified; fails if the first download is larger than the budget
//   node build.mjs --watch    for development: rebuilds on change, with source maps
import { build, context } from "esbuild";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const budget = 300 * 1024; // bytes of the first download, compressed

const watching = process.argv.includes("--watch");

const options = {
  absWorkingDir: here,
  entryPoints: { main: "src/main.tsx" },
  outdir: "dist",
  bundle: true,
  format: "esm",
  splitting: true,
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  entryNames: "[name]-[hash]",
  chunkNames: "chunks/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  loader: { ".svg": "text" },
  metafile: true,
  minify: !watching,
  sourcemap: watching,
  legalComments: "none", // dist/licenses.txt has them all
  logLevel: "warning",
};

/** The files that the browser loads before it shows anything: the entry, what it imports statically, and its styles. */
function firstDownload(outputs) {
  const entry = Object.keys(outputs).find((name) => outputs[name].entryPoint === "src/main.tsx");
  const files = new Set();
  const visit = (name) => {
    if (files.has(name)) return;
    files.add(name);
    for (const used of outputs[name].imports) if (used.kind === "import-statement") visit(used.path);
  };
  visit(entry);
  const css = outputs[entry].cssBundle;
  if (css) files.add(css);
  return { entry, css, files: [...files] };
}

async function writePage({ entry, css }) {
  const template = await readFile(join(here, "src/index.html"), "utf8");
  const page = template
    .replace("{{styles}}", css ? relative("dist", css) : "")
    .replace("{{script}}", relative("dist", entry));
  await writeFile(join(dist, "index.html"), page);
}

/** The licences of everything that is bundled, in one file beside it. */
async function writeLicences(inputs) {
  const folders = new Set();
  for (const name of Object.keys(inputs)) {
    const match = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name);
    if (match) folders.add(match[1]);
  }
  const parts = [];
  for (const name of [...folders].sort()) {
    const about = JSON.parse(await readFile(join(here, "node_modules", name, "package.json"), "utf8"));
    const text = await readFile(join(here, "node_modules", name, "LICENSE"), "utf8");
    parts.push(`${name} ${about.version} (${about.license})\n\n${text.trim()}\n`);
  }
  await writeFile(join(dist, "licenses.txt"), parts.join(`\n${"-".repeat(80)}\n\n`));
}

async function report(outputs, first) {
  const sizes = new Map();
  for (const name of Object.keys(outputs)) sizes.set(name, gzipSync(await readFile(join(here, name)), { level: 9 }).length);
  const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1).padStart(7)} KB`;
  let total = gzipSync(await readFile(join(dist, "index.html")), { level: 9 }).length;
  for (const name of first.files) total += sizes.get(name);
  console.log("compressed");
  for (const [name, size] of [...sizes].sort((a, b) => b[1] - a[1])) {
    console.log(`${kilobytes(size)}  ${first.files.includes(name) ? "first" : "later"}  ${relative("dist", name)}`);
  }
  console.log(`${kilobytes(total)}  the first download, of at most ${budget / 1024} KB`);
  return total;
}

const finish = {
  name: "page",
  setup(pass) {
    pass.onEnd(async (result) => {
      if (result.errors.length > 0) return;
      await writePage(firstDownload(result.metafile.outputs));
    });
  },
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
if (watching) {
  const builder = await context({ ...options, plugins: [finish] });
  await builder.watch();
  console.log("watching src/");
} else {
  const { metafile } = await build({ ...options, plugins: [finish] });
  await writeLicences(metafile.inputs);
  const total = await report(metafile.outputs, firstDownload(metafile.outputs));
  if (total > budget) {
    console.error("the first download is larger than its budget");
    process.exit(1);
  }
}
