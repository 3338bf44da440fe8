// Light or dark: as the system has it, or as the user wants it.
import { computed, effect, signal } from "@preact/signals";

export type Theme = "light" | "dark";

const key = "dashpot.theme";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const system = signal<Theme>(systemIsDark.matches ? "dark" : "light");
systemIsDark.addEventListener("change", (event) => (system.value = event.matches ? "dark" : "light"));

const stored = localStorage.getItem(key);
const chosen = signal<Theme | null>(stored === "light" || stored === "dark" ? stored : null);

export const theme = computed<Theme>(() => chosen.value ?? system.value);

export function toggleTheme(): void {
  const next = theme.peek() === "dark" ? "light" : "dark";
  chosen.value = next === system.peek() ? null : next;
  if (chosen.peek() === null) localStorage.removeItem(key);
  else localStorage.setItem(key, next);
}

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
