// The little of a browser that the page's modules touch while they are loaded, for tests that load all of them.
import { MemoryStorage } from "./document/fake_server";

export function standInForBrowser(): void {
  const nothing = () => undefined;
  const list = { matches: false, addEventListener: nothing };
  const element = { dataset: {}, classList: { add: nothing, remove: nothing }, style: {}, append: nothing, setAttribute: nothing };
  const page = {
    localStorage: new MemoryStorage(),
    sessionStorage: new MemoryStorage(),
    matchMedia: () => list,
    document: { documentElement: element, body: element, createElement: () => element, createElementNS: () => element, addEventListener: nothing, querySelector: () => null, getElementById: () => null },
    location: { href: "http://127.0.0.1/", protocol: "http:", hash: "", search: "" },
    addEventListener: nothing,
    innerWidth: 1440,
    innerHeight: 900,
  };
  for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
