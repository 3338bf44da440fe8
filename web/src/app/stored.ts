// A signal whose value outlives the page, for how the user likes things arranged.
import { effect, type Signal } from "@preact/signals";

export function stored<T>(key: string, value: Signal<T>): Signal<T> {
  const text = localStorage.getItem(key);
  if (text !== null) {
    try {
      value.value = JSON.parse(text) as T;
    } catch {
      localStorage.removeItem(key); // not ours
    }
  }
  effect(() => localStorage.setItem(key, JSON.stringify(value.value)));
  return value;
}
