// An example machine as a card with its drawing. Drawings are asked for one at a time, when their cards come into view.
import { useEffect, useRef, useState } from "preact/hooks";
import { documents, rpc } from "../app/connection";
import { theme } from "../app/theme";
import { pictureOf } from "../files/picture";
import type { Diagram, Example } from "../protocol/types";
import { toText } from "../scene/shape";

const drawings = new Map<string, Diagram>();
let turn: Promise<unknown> = Promise.resolve();

const keyOf = (example: Example) => example.path ?? example.class ?? "";

/** Cards wait for one another, so that what the user does meanwhile is answered first. */
function drawingOf(example: Example): Promise<Diagram | undefined> {
  const drawn = turn.then(async () => {
    const key = keyOf(example);
    const known = drawings.get(key);
    if (known) return known;
    const { uri, text } = await rpc.request("dashpot/read", example.path !== undefined ? { path: example.path } : { class: key });
    if (documents.find(uri)) return undefined; // it is open, and the server's business with it is the document's
    rpc.notify("textDocument/didOpen", { textDocument: { uri, languageId: "modelica", version: 1, text } });
    const { diagram } = await rpc
      .request("dashpot/diagram", { textDocument: { uri } })
      .finally(() => rpc.notify("textDocument/didClose", { textDocument: { uri } }));
    drawings.set(key, diagram);
    return diagram;
  });
  turn = drawn.catch(() => undefined);
  return drawn;
}

export function ExampleCard({ example, onOpen }: { example: Example; onOpen: () => void }) {
  const card = useRef<HTMLButtonElement>(null);
  const [drawing, setDrawing] = useState<Diagram | undefined>(() => drawings.get(keyOf(example)));
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        drawingOf(example)
          .then(setDrawing)
          .catch(() => undefined); // a card without a picture still opens its machine
      },
      { rootMargin: "200px" },
    );
    observer.observe(card.current!);
    return () => observer.disconnect();
  }, [example]);
  return (
    <button class="card" ref={card} data-testid="example" data-example={keyOf(example)} onClick={onOpen}>
      <Picture drawing={drawing} />
      <strong>{example.title}</strong>
      <small class="quiet">{example.description}</small>
    </button>
  );
}

function Picture({ drawing }: { drawing: Diagram | undefined }) {
  if (!drawing) return <span class="card-picture" aria-hidden="true" />;
  if (drawing.components.length === 0) return <EquationsPicture />;
  return <span class="card-picture" aria-hidden="true" dangerouslySetInnerHTML={{ __html: toText(pictureOf(drawing, theme.value)) }} />;
}

/** A model of equations alone has no circuit to show. */
function EquationsPicture() {
  return (
    <span class="card-picture card-equations" aria-hidden="true">
      ẏ = f(t, y)
    </span>
  );
}
