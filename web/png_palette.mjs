// A PNG with a palette of 256 colours: a picture of a page takes a third of its size that way. Colours that are rare are shown by the nearest frequent one.
import { deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const most = 256;

/** 8 bits per channel, not interlaced: what browsers write. */
function decode(file) {
  let at = signature.length;
  const data = [];
  let header;
  while (at < file.length) {
    const length = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const content = file.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") header = { width: content.readUInt32BE(0), height: content.readUInt32BE(4), channels: content[9] === 6 ? 4 : 3 };
    if (type === "IDAT") data.push(content);
    at += 12 + length;
  }
  return { ...header, pixels: unfiltered(inflateSync(Buffer.concat(data)), header) };
}

/** PNG specification, section 9: each line is stored as differences to what is left of it and above. */
function unfiltered(raw, { width, height, channels }) {
  const stride = width * channels;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; ++i) {
      const left = i >= channels ? out[y * stride + i - channels] : 0;
      const up = y > 0 ? out[(y - 1) * stride + i] : 0;
      const corner = i >= channels && y > 0 ? out[(y - 1) * stride + i - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      out[y * stride + i] = raw[y * (stride + 1) + 1 + i] + guess;
    }
  }
  return out;
}

function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** PNG specification, annex D. */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; ++k) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export function withPalette(file) {
  const { width, height, channels, pixels } = decode(file);
  const colours = new Uint32Array(width * height);
  const counts = new Map();
  for (let i = 0; i < colours.length; ++i) {
    const k = i * channels;
    colours[i] = (pixels[k] << 16) | (pixels[k + 1] << 8) | pixels[k + 2];
    counts.set(colours[i], (counts.get(colours[i]) ?? 0) + 1);
  }
  const palette = paletteOf(counts);
  const indexOf = new Map(palette.map((colour, i) => [colour, i]));
  const lines = Buffer.alloc(height * (width + 1));
  colours.forEach((colour, i) => {
    if (!indexOf.has(colour)) indexOf.set(colour, nearest(palette, colour));
    lines[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = indexOf.get(colour);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, palette
  const table = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", table),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const frequent = 160;

/** The most frequent colours; then, one after the other, the colour that is worst shown by those before, so that gradients keep their steps. */
function paletteOf(counts) {
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const palette = sorted.slice(0, frequent).map(([colour]) => colour);
  const rest = sorted
    .slice(frequent)
    .map(([colour, count]) => ({ colour, weight: Math.sqrt(count), error: distance(palette[nearest(palette, colour)], colour) }));
  while (palette.length < most && rest.length > 0) {
    const worst = rest.reduce((a, b) => (b.weight * b.error > a.weight * a.error ? b : a));
    if (worst.error === 0) break;
    palette.push(worst.colour);
    for (const other of rest) other.error = Math.min(other.error, distance(worst.colour, other.colour));
  }
  return palette;
}

const channelsOf = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

function distance(a, b) {
  const [r, g, blue] = channelsOf(a);
  const [r2, g2, blue2] = channelsOf(b);
  return (r - r2) ** 2 + (g - g2) ** 2 + (blue - blue2) ** 2;
}

function nearest(palette, colour) {
  let best = 0;
  palette.forEach((other, i) => {
    if (distance(other, colour) < distance(palette[best], colour)) best = i;
  });
  return best;
}
