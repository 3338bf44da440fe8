// The documentation of a class. The server has cleaned its HTML; the frame keeps it from scripts, forms and the page around it all the same.
import { useEffect, useRef } from "preact/hooks";
import { theme } from "../app/theme";

export function Documentation({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const fit = () => {
      const body = frame.current?.contentDocument?.body;
      if (body && frame.current) frame.current.style.height = `${body.scrollHeight + 8}px`;
    };
    frame.current?.addEventListener("load", fit);
    return () => frame.current?.removeEventListener("load", fit);
  }, []);
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
  const css = `body{margin:0;font:13px/1.5 system-ui,sans-serif;color:${colour("--text")};overflow-wrap:anywhere}img{max-width:100%}a{color:${colour("--accent")}}pre,code{font-size:12px}table{border-collapse:collapse}td,th{border:1px solid ${colour("--border")};padding:2px 6px}`;
  const policy = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'";
  return `<!doctype html><html style="color-scheme:${shown}"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${css}</style><body>${html}</body></html>`;
}
