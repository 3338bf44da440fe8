// Expressions of Modelica as they occur in DynamicSelect: parsed once, evaluated at every frame, without `eval`, so that a model's text can do nothing but compute.
//
// Covered: numbers, strings, true and false, names with dots and subscripts, arrays, + - * / ^ and their elementwise forms, relations, and/or/not, if, and the functions below.
// What is not covered is an error when it is parsed; then the attribute keeps its static value.

export type Value = number | boolean | string | Value[];

/** What a name stands for; undefined: it is not known (yet). */
export type Scope = (name: string) => Value | undefined;

export interface Expression {
  names: string[]; // what it needs
  evaluate(scope: Scope): Value | undefined; // undefined: a name is not known, or the types do not fit
}

export class ExpressionError extends Error {}

type Node = (scope: Scope) => Value;

/** Thrown inside `evaluate` and caught there. */
class Unknown extends Error {}

export function parseExpression(text: string): Expression {
  const parser = new Parser(tokenize(text));
  const node = parser.expression();
  parser.expectEnd();
  return {
    names: [...parser.names],
    evaluate(scope) {
      try {
        return node(scope);
      } catch (error) {
        if (error instanceof Unknown) return undefined;
        throw error;
      }
    },
  };
}

interface Token {
  kind: "number" | "string" | "name" | "symbol" | "end";
  text: string;
}

const tokenPattern =
  /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|("(?:[^"\\]|\\.)*")|([A-Za-z_]\w*|'(?:[^'\\]|\\.)*')|(<=|>=|==|<>|\.\+|\.-|\.\*|\.\/|\.\^|[-+*/^<>(){}\[\],.:;=]))/y;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  const end = text.trimEnd().length;
  while (tokenPattern.lastIndex < end) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (!match) throw new ExpressionError(`cannot read '${text.slice(at, at + 10)}'`);
    const [, number, string, name, symbol] = match;
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (string !== undefined) tokens.push({ kind: "string", text: string });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else tokens.push({ kind: "symbol", text: symbol! });
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}

/** Recursive descent over the grammar of Modelica 3.6, appendix A.2.7. */
class Parser {
  readonly names = new Set<string>();
  private at = 0;

  constructor(private readonly tokens: Token[]) {}

  expression(): Node {
    if (!this.take("if")) return this.disjunction();
    const branches: { condition: Node; value: Node }[] = [];
    do {
      const condition = this.expression();
      this.expect("then");
      branches.push({ condition, value: this.expression() });
    } while (this.take("elseif"));
    this.expect("else");
    const otherwise = this.expression();
    return (scope) => (branches.find((branch) => boolean(branch.condition(scope)))?.value ?? otherwise)(scope);
  }

  expectEnd(): void {
    if (this.peek().kind !== "end") throw new ExpressionError(`did not expect '${this.peek().text}'`);
  }

  private disjunction(): Node {
    let left = this.conjunction();
    while (this.take("or")) {
      const [a, b] = [left, this.conjunction()];
      left = (scope) => boolean(a(scope)) || boolean(b(scope));
    }
    return left;
  }

  private conjunction(): Node {
    let left = this.negation();
    while (this.take("and")) {
      const [a, b] = [left, this.negation()];
      left = (scope) => boolean(a(scope)) && boolean(b(scope));
    }
    return left;
  }

  private negation(): Node {
    if (!this.take("not")) return this.relation();
    const operand = this.relation();
    return (scope) => !boolean(operand(scope));
  }

  private relation(): Node {
    const left = this.sum();
    const symbol = ["<=", ">=", "==", "<>", "<", ">"].find((s) => this.take(s));
    if (!symbol) return left;
    const right = this.sum();
    return (scope) => compare(symbol, left(scope), right(scope));
  }

  private sum(): Node {
    const sign = ["+", "-", ".+", ".-"].find((s) => this.take(s));
    let left = this.product();
    if (sign?.endsWith("-")) {
      const operand = left;
      left = (scope) => elementwise((x) => -x, operand(scope));
    }
    for (let s; (s = ["+", "-", ".+", ".-"].find((symbol) => this.take(symbol)));) {
      const [a, b] = [left, this.product()];
      left = s.endsWith("+") ? (scope) => add(a(scope), b(scope)) : (scope) => elementwise2((x, y) => x - y, a(scope), b(scope));
    }
    return left;
  }

  private product(): Node {
    let left = this.power();
    for (let s; (s = ["*", "/", ".*", "./"].find((symbol) => this.take(symbol)));) {
      const [a, b] = [left, this.power()];
      const operation = s.endsWith("*") ? (x: number, y: number) => x * y : (x: number, y: number) => x / y;
      left = (scope) => elementwise2(operation, a(scope), b(scope));
    }
    return left;
  }

  private power(): Node {
    const base = this.primary();
    if (!this.take("^") && !this.take(".^")) return base;
    const exponent = this.primary();
    return (scope) => elementwise2(Math.pow, base(scope), exponent(scope));
  }

  private primary(): Node {
    const token = this.next();
    if (token.kind === "number") {
      const value = Number(token.text);
      return () => value;
    }
    if (token.kind === "string") {
      const value = token.text.slice(1, -1).replace(/\\(.)/g, (_, c: string) => (c === "n" ? "\n" : c === "t" ? "\t" : c));
      return () => value;
    }
    if (token.text === "(") {
      const inner = this.expression();
      this.expect(")");
      return inner;
    }
    if (token.text === "{") {
      const elements = this.list("}");
      return (scope) => elements.map((element) => element(scope));
    }
    if (token.kind !== "name") throw new ExpressionError(`did not expect '${token.text || "the end"}'`);
    if (token.text === "true" || token.text === "false") {
      const value = token.text === "true";
      return () => value;
    }
    return this.reference(token.text);
  }

  /** A call, or a name with dots and constant subscripts. */
  private reference(first: string): Node {
    let name = first;
    for (;;) {
      if (this.take(".")) {
        const part = this.next();
        if (part.kind !== "name") throw new ExpressionError(`expected a name behind '${name}.'`);
        name += `.${part.text}`;
      } else if (this.take("[")) {
        name += `[${this.list("]")
          .map((index) => String(index(() => undefined)))
          .join(",")}]`;
      } else if (this.take("(")) return this.call(name);
      else break;
    }
    this.names.add(name);
    return (scope) => {
      const value = scope(name);
      if (value === undefined) throw new Unknown();
      return value;
    };
  }

  private call(name: string): Node {
    const { positional, named } = this.callArguments();
    if (name === "String") return (scope) => formatted(positional, named, scope);
    const known = functions.get(name.replace(/^Modelica\.Math\./, ""));
    if (!known) throw new ExpressionError(`the function '${name}' is not known here`);
    return (scope) => known(positional.map((argument) => argument(scope)));
  }

  private callArguments(): { positional: Node[]; named: Map<string, Node> } {
    const positional: Node[] = [];
    const named = new Map<string, Node>();
    while (!this.take(")")) {
      if (this.peek().kind === "name" && this.tokens[this.at + 1]?.text === "=") {
        const key = this.next().text;
        this.expect("=");
        named.set(key, this.expression());
      } else positional.push(this.expression());
      if (this.peek().text !== ")") this.expect(",");
    }
    return { positional, named };
  }

  private list(close: string): Node[] {
    const elements: Node[] = [];
    while (!this.take(close)) {
      elements.push(this.expression());
      if (this.peek().text !== close) this.expect(",");
    }
    return elements;
  }

  private peek(): Token {
    return this.tokens[this.at]!;
  }

  private next(): Token {
    const token = this.peek();
    if (token.kind !== "end") ++this.at;
    return token;
  }

  private take(text: string): boolean {
    const token = this.peek();
    if (token.kind === "string" || token.kind === "end" || token.text !== text) return false;
    ++this.at;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new ExpressionError(`expected '${text}' before '${this.peek().text || "the end"}'`);
  }
}

function number(value: Value | undefined): number {
  if (typeof value !== "number") throw new Unknown();
  return value;
}

function boolean(value: Value): boolean {
  if (typeof value === "number") return value !== 0; // Booleans of a result are 0 and 1
  if (typeof value !== "boolean") throw new Unknown();
  return value;
}

function elementwise(f: (x: number) => number, value: Value): Value {
  return Array.isArray(value) ? value.map((element) => elementwise(f, element)) : f(number(value));
}

function elementwise2(f: (x: number, y: number) => number, a: Value, b: Value): Value {
  if (Array.isArray(a) && Array.isArray(b)) return a.map((element, i) => elementwise2(f, element, b[i] ?? NaN));
  if (Array.isArray(a)) return a.map((element) => elementwise2(f, element, b));
  if (Array.isArray(b)) return b.map((element) => elementwise2(f, a, element));
  return f(number(a), number(b));
}

function add(a: Value, b: Value): Value {
  if (typeof a === "string" && typeof b === "string") return a + b;
  return elementwise2((x, y) => x + y, a, b);
}

function compare(symbol: string, a: Value, b: Value): boolean {
  const [x, y] = typeof a === "string" ? [a, String(b)] : [Number(a), Number(b)];
  switch (symbol) {
    case "<":
      return x < y;
    case "<=":
      return x <= y;
    case ">":
      return x > y;
    case ">=":
      return x >= y;
    case "==":
      return x === y;
    default:
      return x !== y;
  }
}

/** String(x, significantDigits = 6, minimumLength = 0, leftJustified = true), Modelica 3.6, 3.7.1. */
function formatted(positional: Node[], named: Map<string, Node>, scope: Scope): string {
  const option = (name: string) => named.get(name)?.(scope);
  const value = positional[0]?.(scope);
  if (value === undefined) throw new Unknown();
  const digits = option("significantDigits");
  const text =
    typeof value === "number" && !Number.isInteger(value)
      ? String(Number(value.toPrecision(digits === undefined ? 6 : number(digits))))
      : String(value);
  const length = option("minimumLength");
  if (length === undefined) return text;
  return option("leftJustified") === false ? text.padStart(number(length)) : text.padEnd(number(length));
}

const ofOne =
  (f: (x: number) => number) =>
  ([x]: Value[]): Value =>
    elementwise(f, x ?? NaN);
const leastOrGreatest =
  (f: (...x: number[]) => number) =>
  (given: Value[]): Value =>
    f(...given.flat(8).map(number));

const functions = new Map<string, (given: Value[]) => Value>(
  Object.entries({
    abs: ofOne(Math.abs),
    sign: ofOne(Math.sign),
    sqrt: ofOne(Math.sqrt),
    sin: ofOne(Math.sin),
    cos: ofOne(Math.cos),
    tan: ofOne(Math.tan),
    asin: ofOne(Math.asin),
    acos: ofOne(Math.acos),
    atan: ofOne(Math.atan),
    exp: ofOne(Math.exp),
    log: ofOne(Math.log),
    log10: ofOne(Math.log10),
    floor: ofOne(Math.floor),
    ceil: ofOne(Math.ceil),
    integer: ofOne(Math.floor),
    min: leastOrGreatest(Math.min),
    max: leastOrGreatest(Math.max),
    atan2: ([y, x]) => Math.atan2(number(y), number(x)),
    mod: ([x, y]) => number(x) - Math.floor(number(x) / number(y)) * number(y),
    div: ([x, y]) => Math.trunc(number(x) / number(y)),
    rem: ([x, y]) => number(x) % number(y),
    noEvent: ([x]) => x ?? NaN,
    smooth: ([, x]) => x ?? NaN,
    pre: ([x]) => x ?? NaN,
  }),
);
