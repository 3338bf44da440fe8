// Binary frames: a header of 16 bytes, then columns of 64-bit numbers, the time first (docs/protocol.md).

export const enum FrameKind {
  rows = 1,
  window = 2,
  firstRows = 3,
}

export interface Frame {
  kind: FrameKind;
  /** The job; of a window the id of the frame. */
  id: number;
  firstRow: number;
  rows: number;
  /** The time, then the variables in the order of the last `watch`, or of the request for the window. They share the frame's memory. */
  columns: Float64Array[];
}

const headerSize = 16;

/** Nothing if the frame is of a version that this page does not know, or is cut short. */
export function decodeFrame(buffer: ArrayBuffer): Frame | undefined {
  if (buffer.byteLength < headerSize) return undefined;
  const header = new DataView(buffer, 0, headerSize);
  const kind = header.getUint8(0);
  if (header.getUint8(1) !== 1 || kind < FrameKind.rows || kind > FrameKind.firstRows) return undefined;
  const count = header.getUint16(2, true);
  const rows = header.getUint32(12, true);
  if (buffer.byteLength !== headerSize + 8 * count * rows) return undefined;
  const columns = Array.from({ length: count }, (_, c) => new Float64Array(buffer, headerSize + 8 * c * rows, rows));
  return { kind, id: header.getUint32(4, true), firstRow: header.getUint32(8, true), rows, columns };
}
