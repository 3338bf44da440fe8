// Browsers compress without a header ("deflate-raw"), Node 18's streams do not know it yet: there zlib takes their place.
import { type Duplex, Readable, Writable } from "node:stream";
import { createDeflateRaw, createInflateRaw } from "node:zlib";

function knowsRaw(): boolean {
  try {
    new CompressionStream("deflate-raw");
    return true;
  } catch {
    return false;
  }
}

/** A class whose instances are the two ends of a stream of Node's. */
function streamOf(make: () => Duplex): unknown {
  return class {
    constructor() {
      const stream = make();
      return { readable: Readable.toWeb(stream), writable: Writable.toWeb(stream) };
    }
  };
}

export function standInForCompression(): void {
  if (knowsRaw()) return;
  Object.assign(globalThis, { CompressionStream: streamOf(createDeflateRaw), DecompressionStream: streamOf(createInflateRaw) });
}
