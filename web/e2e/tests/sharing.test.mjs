// Pictures and links.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

async function command(bench, title) {
  await bench.page.keyboard.press("Control+k");
  await bench.page.locator(".pick-list input").fill(title);
  await bench.page.locator(".pick-list li").filter({ hasText: title }).first().click();
}

workbenchTest(
  "W23: the exported SVG is whole, refers to nothing outside, and looks like the screen",
  { server: { examples: ["cylinder_circuit.mo"] } },
  async (bench) => {
    const { page } = bench;
    await bench.openFile("cylinder_circuit.mo");
    await bench.component("cylinder").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), command(bench, "Circuit as SVG")]);
    const svg = await readFile(await download.path(), "utf8");
    assert.ok(!/(href|src)\s*=\s*"(?!#|data:)|url\((?!["']?#)|@import/.test(svg), "no reference outside");
    const share = await page.evaluate(differingShare, svg);
    assert.ok(share < 0.01, `${(100 * share).toFixed(2)} % of the pixels differ`);
  },
);

/** The share of pixels in which a picture and the drawing on the screen differ; runs in the page. */
async function differingShare(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  if (parsed.querySelector("parsererror")) throw new Error("the file is no XML");
  const viewBox = parsed.documentElement.getAttribute("viewBox");
  const [, , width, height] = viewBox.split(" ").map(Number);
  const raster = async (text) => {
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d");
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  // The drawing of the page with the styles that it has there, without what is there for the pointer only.
  const scene = document.querySelector(".scene").cloneNode(true);
  const originals = [...document.querySelector(".scene").querySelectorAll("*")];
  [...scene.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of ["stroke", "fill", "stroke-width", "opacity", "visibility", "display", "font-size", "font-family"])
      element.style.setProperty(name, style.getPropertyValue(name));
  });
  for (const target of scene.querySelectorAll(".frame, .reach, .port-target")) target.remove();
  const onScreen = await raster(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">${new XMLSerializer().serializeToString(scene)}</svg>`,
  );
  const exported = await raster(svg);
  let differing = 0;
  for (let i = 0; i < exported.length; i += 4)
    if (Math.max(...[0, 1, 2].map((k) => Math.abs(exported[i + k] - onScreen[i + k]))) > 32) ++differing;
  return differing / (exported.length / 4);
}

workbenchTest(
  "W23: a link carries the whole text to another workbench",
  { server: { examples: ["small_circuit_1.mo"] } },
  async (bench) => {
    const { page } = bench;
    const text = await readFile(join(bench.server.root, "small_circuit_1.mo"), "utf8");
    await bench.openFile("small_circuit_1.mo");
    await command(bench, "Copy a link to this circuit");
    const fragment = await until(async () => new URL(page.url()).hash, "the link is in the address bar");
    assert.match(fragment, /^#m=[\w-]+$/);
    const other = await page.context().newPage();
    await other.goto(new URL(fragment, page.url()).href);
    await other.locator(".place").waitFor();
    await other.locator(".scene [data-component]").first().waitFor();
    const name = await other.locator(".file-name").innerText();
    await other.keyboard.press("Control+s");
    await until(
      async () => (await readFile(join(bench.server.root, name.trim()), "utf8").catch(() => "")) === text,
      "the copy has the same bytes",
    );
    await other.close();
  },
);
