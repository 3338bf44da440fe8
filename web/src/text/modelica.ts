// Colours of Modelica text at once, from its words alone; what the words mean comes a moment later from the server (semantic_tokens.ts).
import { StreamLanguage, type StringStream } from "@codemirror/language";

const keywords = new Set(
  ("algorithm and annotation assert block break class connect connector constant constrainedby der discrete each else elseif elsewhen encapsulated end enumeration " +
    "equation expandable extends external false final flow for function if import impure in initial inner input loop model not operator or outer output package " +
    "parameter partial protected public pure record redeclare replaceable return stream then true type when while within").split(" "),
);

interface State {
  /** Inside of a comment that goes over lines, or a string that does. */
  inside: "comment" | "string" | null;
}

function restOf(stream: StringStream, state: State): string {
  const end = state.inside === "comment" ? /.*?\*\// : /(?:[^"\\]|\\.)*"/;
  const kind = state.inside as string;
  if (stream.match(end)) state.inside = null;
  else stream.skipToEnd();
  return kind;
}

export const modelica = StreamLanguage.define<State>({
  name: "modelica",
  startState: () => ({ inside: null }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.inside) return restOf(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.inside = "comment";
      return restOf(stream, state);
    }
    if (stream.match('"')) {
      state.inside = "string";
      return restOf(stream, state);
    }
    if (stream.match(/'(?:[^'\\]|\\.)*'/)) return "variableName";
    if (stream.match(/\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?/)) return "number";
    const word = stream.match(/[A-Za-z_]\w*/);
    if (word && word !== true) return keywords.has(word[0]) ? "keyword" : /^[A-Z]/.test(word[0]) ? "typeName" : "variableName";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});
