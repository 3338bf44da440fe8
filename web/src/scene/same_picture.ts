// Whether two values made of JSON are the same picture. Places in the text do not count: an edit further up moves them all.

function isPlace(name: string): boolean {
  return name === "where" || name === "range" || name.endsWith("_where") || name.endsWith("_range");
}

export function samePicture(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => samePicture(item, b[i]));
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const name in left) if (!isPlace(name) && !samePicture(left[name], right[name])) return false;
  for (const name in right) if (!isPlace(name) && !(name in left)) return false;
  return true;
}
