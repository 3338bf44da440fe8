// Finding by a few letters: all words of the query must occur; what begins with them comes first.

function scoreOfWord(word: string, texts: readonly string[]): number {
  let best = 0;
  texts.forEach((text, place) => {
    const at = text.toLowerCase().indexOf(word);
    if (at < 0) return;
    const startsWord = at === 0 || !/[a-z0-9]/i.test(text[at - 1] ?? "") || /[a-z][A-Z]/.test(text.slice(at - 1, at + 1));
    const score = (at === 0 ? 8 : startsWord ? 5 : 2) / (place + 1) + word.length / (text.length + 1);
    best = Math.max(best, score);
  });
  return best;
}

/** `texts` of an item in the order of their weight. */
export function rank<T>(items: readonly T[], query: string, texts: (item: T) => readonly string[]): T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  const scored: { item: T; score: number; index: number }[] = [];
  items.forEach((item, index) => {
    let score = 0;
    for (const word of words) {
      const one = scoreOfWord(word, texts(item));
      if (one === 0) return;
      score += one;
    }
    scored.push({ item, score, index });
  });
  return scored.sort((a, b) => b.score - a.score || a.index - b.index).map(({ item }) => item);
}
