// A circuit as a link: its text, compressed, in the fragment of the address (`#m=`), which a browser never sends to a server.

const key = "m=";

/** Longer links are cut or refused by mail programs and chats: then a file is the better way. */
export const longestLink = 30_000;

export async function linkFragment(text: string): Promise<string> {
  return `#${key}${toBase64Url(await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text)))}`;
}

/** The text that a fragment holds; undefined if it holds none. Throws if it is damaged. */
export async function textOfFragment(fragment: string): Promise<string | undefined> {
  const part = fragment
    .replace(/^#/, "")
    .split("&")
    .find((p) => p.startsWith(key));
  if (part === undefined) return undefined;
  const bytes = await through(new DecompressionStream("deflate-raw"), fromBase64Url(part.slice(key.length)));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

async function through(transform: GenericTransformStream, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, BufferSource>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}
