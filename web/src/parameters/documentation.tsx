// The documentation of a class. The server has cleaned its HTML; the frame keeps it from scripts, forms and the page around it all the same.
import { useEffect, useRef } from "preact/hooks";
import { theme } from "../app/theme";

export function Documentation({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const shown = frame.current;
    if (!shown) return undefined;
    const fit = () => {
      const body = shown.contentDocument?.body;
      if (body) shown.style.height = `${body.offsetHeight + 8}px`;
    };
    const whenWider = new ResizeObserver(fit);
    whenWider.observe(shown);
    shown.addEventListener("load", fit);
    return () => {
      whenWider.disconnect();
      shown.removeEventListener("load", fit);
    };
  }, [html === ""]);
  if (!html) return null;
  return (
    <details class="documentation" open>
      <summary>Documentation</summary>
      <iframe ref={frame} title="Documentation" sandbox="allow-same-origin" srcdoc={pageOf(html, theme.value)} />
    </details>
  );
}

function pageOf(html: string, shown: "light" | "dark"): string {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const css = `body{display:flow-root;margin:0;font:13px/1.5 system-ui,sans-serif;color:${colour("--text")};overflow-wrap:anywhere}img{max-width:100%}a{color:${colour("--accent")}}pre,code{font-size:12px}table{border-collapse:collapse}td,th{border:1px solid ${colour("--border")};padding:2px 6px}`;
  const policy = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'";
  return `<!doctype html><html style="color-scheme:${shown}"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${css}</style><body>${html}</body></html>`;
}
