// Colours of curves: distinguishable also by most who see fewer hues, each at least 3:1 against its ground. Curves of one panel take them in turn.
import type { Theme } from "../app/theme";

const colours: Record<Theme, readonly string[]> = {
  light: ["#1c5fc4", "#c2410c", "#15803d", "#a21caf", "#0e7490", "#b91c1c", "#6d6a00", "#475569"],
  dark: ["#79aefc", "#fb923c", "#5fd38d", "#e39af0", "#4fd1e5", "#ff8f87", "#d9cf4a", "#b6c2d0"],
};

export function seriesColour(index: number, theme: Theme): string {
  return colours[theme][index % colours[theme].length]!;
}
