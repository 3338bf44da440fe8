// Named sets of data: values of parameters under a name ("summer", "empty bucket"), to be laid over the model for a run or written into it.
//
// They are kept in a table `MODEL.sets.csv` beside the model's file: a row per parameter, a column per set. So the model's text stays as other tools know it, and a spreadsheet can edit the sets.
//
//   parameter,summer,winter
//   fluid.T,60 degC,-10 degC
//   relief.p_set,150 bar,150 bar
//
// An empty cell means: the set leaves this parameter as the model has it.

export type DataSet = Map<string, string>; // parameter to value, as it is typed
export type DataSets = Map<string, DataSet>; // by name

export function setsPath(modelPath: string): string {
  return modelPath.replace(/\.mo$/, "") + ".sets.csv";
}

export function parseSets(text: string): DataSets {
  const [header = [], ...rows] = parseCsv(text);
  const sets: DataSets = new Map(header.slice(1).map((name) => [name, new Map<string, string>()]));
  for (const [parameter, ...cells] of rows) {
    if (!parameter) continue;
    cells.forEach((cell, i) => {
      const set = sets.get(header[i + 1] ?? "");
      if (set && cell !== "") set.set(parameter, cell);
    });
  }
  return sets;
}

export function writeSets(sets: DataSets): string {
  const parameters = [...new Set([...sets.values()].flatMap((set) => [...set.keys()]))].sort();
  const rows = [
    ["parameter", ...sets.keys()],
    ...parameters.map((parameter) => [parameter, ...[...sets.values()].map((set) => set.get(parameter) ?? "")]),
  ];
  return rows.map((row) => row.map(quoted).join(",") + "\n").join("");
}

/** RFC 4180; line ends of either kind. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let inQuotes = false;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i]!;
    if (inQuotes) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') cell += text[++i];
      else inQuotes = false;
    } else if (c === '"') inQuotes = true;
    else if (c === ",") {
      row.push(cell);
      cell = "";
    } else if (c === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else if (c !== "\r") cell += c;
  }
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return rows;
}

const quoted = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell);
