// The drawing on the screen as geometry: read from the page, in units of the diagram.

/** Components with their frames and ports, connections with their points. */
export function readDrawing(page) {
  return page.evaluate(() => {
    const pixels = 4; // of the scene, per unit
    const components = [...document.querySelectorAll(".scene [data-component]")].map((element) => {
      const frame = element.querySelector(".frame");
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(frame?.getAttribute(name)) / pixels);
      return {
        name: element.getAttribute("data-component"),
        box: { left: x, top: y, right: x + width, bottom: y + height },
        isDrawn: element.querySelectorAll("path, rect:not(.frame), ellipse, circle, text, image, polygon").length > 0,
      };
    });
    const ports = Object.fromEntries(
      [...document.querySelectorAll(".scene [data-port]")].map((element) => {
        const target = element.querySelector(".port-target");
        return [
          element.getAttribute("data-port"),
          [Number(target.getAttribute("cx")) / pixels, Number(target.getAttribute("cy")) / pixels],
        ];
      }),
    );
    const connections = [...document.querySelectorAll(".scene [data-connection]")].map((element) => {
      const numbers = (element.querySelector(".reach")?.getAttribute("d") ?? "").match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
      const points = [];
      for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i] / pixels, numbers[i + 1] / pixels]);
      return { ends: element.getAttribute("data-connection").split(" "), points };
    });
    return { components, ports, connections };
  });
}

export function overlaps(a, b, tolerance = 0.5) {
  return a.left + tolerance < b.right && b.left + tolerance < a.right && a.top + tolerance < b.bottom && b.top + tolerance < a.bottom;
}

export const distance = ([x0, y0], [x1, y1]) => Math.hypot(x1 - x0, y1 - y0);
