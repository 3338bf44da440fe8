// The little Markdown that hovers and completions are written in, as elements: paragraphs, fences, lists, `code`, **bold**, *emphasis*, rules. Links are
// shown by their words alone, so that a model's documentation leads nowhere by itself.

function inline(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\([^)]*\)/g;
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(last, match.index));
    const [, code, bold, emphasis, link] = match;
    if (link !== undefined) {
      parts.push(link);
    } else {
      const element = document.createElement(code !== undefined ? "code" : bold !== undefined ? "strong" : "em");
      element.textContent = code ?? bold ?? emphasis ?? "";
      parts.push(element);
    }
    last = match.index + match[0].length;
  }
  parts.push(text.slice(last));
  return parts.filter((part) => part !== "");
}

function element(tag: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}

function block(text: string): HTMLElement {
  const lines = text.split("\n");
  if (/^(-{3,}|\*{3,})$/.test(text.trim())) return element("hr");
  if (lines.every((line) => /^\s*[-*] /.test(line))) return element("ul", ...lines.map((line) => element("li", ...inline(line.replace(/^\s*[-*] /, "")))));
  const heading = /^#+ (.*)$/.exec(text);
  return heading ? element("strong", ...inline(heading[1] ?? "")) : element("p", ...inline(lines.join(" ")));
}

export function renderMarkdown(source: string): HTMLElement {
  const root = element("div");
  root.className = "markdown";
  source.split(/^```\w*\n([\s\S]*?)^```$/m).forEach((part, i) => {
    if (i % 2 === 1) return root.append(element("pre", part.trimEnd()));
    for (const paragraph of part.split(/\n\s*\n/)) if (paragraph.trim() !== "") root.append(block(paragraph.trim()));
  });
  return root;
}
