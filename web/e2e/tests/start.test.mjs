// The first page and the guided first circuit.
import assert from "node:assert/strict";
import { until } from "../support/workbench.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

const steps = [
  { drop: "Dashpot.Hydraulics.Fluids.MineralOil_VG46", at: [-80, 70] },
  { drop: "Dashpot.Hydraulics.Sources.FlowSource", at: [-60, -40] },
  { drop: "Dashpot.Hydraulics.Actuators.SingleActingCylinder", at: [40, 40] },
  { drop: "Dashpot.Hydraulics.Valves.ReliefValve", at: [-10, -20] },
  { drop: "Dashpot.Hydraulics.Sources.Tank", at: [40, -60] },
];

workbenchTest("The guided first circuit follows what the user does, from the empty sheet to the run", { server: {} }, async (bench) => {
  const { page } = bench;
  await bench.at("tour").click();
  const tour = bench.at("tour-view");
  const isAt = (step) => page.locator(`[data-testid="tour-view"][data-step="${step}"]`).waitFor();
  await isAt(0);
  const sheet = await page.locator(".canvas").boundingBox();
  const partNames = {};
  for (const [i, { drop, at }] of steps.entries()) {
    await page.locator(".palette input").first().fill(drop.split(".").at(-1));
    const before = await page.locator(".scene [data-component]").count();
    await bench.drag(await bench.middleOf(page.locator(`.palette-item[data-type="${drop}"]`)), [
      sheet.x + sheet.width / 2 + 2 * at[0],
      sheet.y + sheet.height / 2 - 2 * at[1],
    ]);
    await until(async () => (await page.locator(".scene [data-component]").count()) > before, `${drop} is on the sheet`);
    partNames[drop.split(".").at(-1)] = await page.locator(".scene [data-component]").last().getAttribute("data-component");
    if (i < 3) await isAt(i + 1);
  }
  await isAt(4);
  const { FlowSource: pump, SingleActingCylinder: cylinder, ReliefValve: relief, Tank: tank } = partNames;
  const join = async (from, to) => {
    await bench.drag(await bench.middleOf(bench.port(from)), await bench.middleOf(bench.port(to)));
    await bench.connection(from, to).first().waitFor({ state: "attached" });
  };
  await join(`${pump}.port`, `${cylinder}.port`);
  await join(`${pump}.port`, `${relief}.port_a`);
  await isAt(5);
  await join(`${relief}.port_b`, `${tank}.port`);
  await isAt(6);
  await bench.select(relief);
  await bench.set("p_set", "150 bar");
  await isAt(7);
  await page.keyboard.press("F6");
  assert.equal(await bench.run(), "finished");
  await isAt(8);
  assert.match(await tour.innerText(), /It runs/);
});

workbenchTest("Example machines are drawn on their cards and open with a click", { server: {} }, async (bench) => {
  const card = bench.at("example").first();
  await card.locator("svg, .card-equations").waitFor();
  await card.click();
  await bench.drawn();
});
