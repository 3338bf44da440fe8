// Pictures as pixels, painted by the browser under test: what is drawn is compared, not how it is written.

/**
 * The drawing on the screen as an SVG text with the styles that it has there, without what is there for the pointer only; runs in the page.
 */
export function sceneAsSvg(viewBox) {
  const [, , width, height] = viewBox.split(" ").map(Number);
  const shown = document.querySelector(".scene");
  const scene = shown.cloneNode(true);
  const originals = [...shown.querySelectorAll("*")];
  [...scene.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of ["stroke", "fill", "stroke-width", "opacity", "visibility", "display", "font-size", "font-family"])
      element.style.setProperty(name, style.getPropertyValue(name));
  });
  for (const target of scene.querySelectorAll(".frame, .reach, .port-target")) target.remove();
  const text = new XMLSerializer().serializeToString(scene);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}" stroke-linejoin="round" stroke-linecap="round">${text}</svg>`;
}

/**
 * The shares of pixels in which two pictures differ, in each of the boxes (in the pictures' coordinates); runs in the page. Texts are left out if
 * `withoutTexts` says so: fonts differ between machines.
 */
export async function differingShares({ pictures, viewBox, boxes, withoutTexts }) {
  const [left, top, width, height] = viewBox.split(" ").map(Number);
  const raster = async (text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    if (parsed.querySelector("parsererror")) throw new Error("the file is no XML");
    if (withoutTexts) for (const each of parsed.querySelectorAll("text")) each.remove();
    const root = parsed.documentElement;
    for (const [name, value] of Object.entries({ viewBox, width, height })) root.setAttribute(name, String(value));
    const image = new Image();
    const bytes = new TextEncoder().encode(new XMLSerializer().serializeToString(root));
    let binary = "";
    for (let i = 0; i < bytes.length; i += 4096) binary += String.fromCharCode(...bytes.subarray(i, i + 4096));
    image.src = `data:image/svg+xml;base64,${btoa(binary)}`; // the page's policy allows no other
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return context;
  };
  const [first, second] = await Promise.all(pictures.map(raster));
  return boxes.map(([x, y, wide, high]) => {
    const [a, b] = [first, second].map((context) => context.getImageData(x - left, y - top, wide, high).data);
    let differing = 0;
    let inked = 0;
    for (let i = 0; i < a.length; i += 4) {
      if (Math.max(...[0, 1, 2].map((k) => Math.abs(a[i + k] - b[i + k]))) > 48) ++differing;
      if (Math.min(a[i], a[i + 1], a[i + 2]) < 200) ++inked;
    }
    return { share: differing / (a.length / 4), inked };
  });
}
