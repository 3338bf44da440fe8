// A picture as a tree of SVG elements that is only data: it can be compared, tested without a browser, put into the page, or written to a file.

export interface Shape {
  tag: string;
  attributes: Readonly<Record<string, string | number>>;
  children?: readonly Shape[];
  text?: string;
}

export function shape(tag: string, attributes: Shape["attributes"], children?: readonly Shape[]): Shape {
  return children ? { tag, attributes, children } : { tag, attributes };
}

const namespace = "http://www.w3.org/2000/svg";

export function toElement(shape: Shape): SVGElement {
  const element = document.createElementNS(namespace, shape.tag);
  for (const name in shape.attributes) element.setAttribute(name, String(shape.attributes[name]));
  if (shape.text !== undefined) element.textContent = shape.text;
  for (const child of shape.children ?? []) element.append(toElement(child));
  return element;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] as string);
}

export function toText(shape: Shape): string {
  const attributes = Object.entries(shape.attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const inner = (shape.text === undefined ? "" : escaped(shape.text)) + (shape.children ?? []).map(toText).join("");
  return `<${shape.tag}${attributes.join("")}${inner === "" ? "/>" : `>${inner}</${shape.tag}>`}`;
}

export function* walk(shape: Shape): Generator<Shape> {
  yield shape;
  for (const child of shape.children ?? []) yield* walk(child);
}
