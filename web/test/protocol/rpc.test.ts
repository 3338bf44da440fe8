import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeFrame, FrameKind } from "../../src/protocol/frames";
import { ConnectionLost, Rpc, RpcError } from "../../src/protocol/rpc";
import { FakeServer, Refusal, settled } from "../document/fake_server";

function connected(server: FakeServer): Rpc {
  const rpc = new Rpc(server.open);
  rpc.connect();
  server.socket.accept();
  return rpc;
}

test("a request is answered by its own answer", async () => {
  const server = new FakeServer({ "dashpot/files": () => ({ files: [{ path: "a.mo" }] }), "dashpot/session": () => ({ version: "1" }) });
  const rpc = connected(server);
  const [files, session] = await Promise.all([rpc.request("dashpot/files", {}), rpc.request("dashpot/session", {})]);
  assert.equal(files.files[0]?.path, "a.mo");
  assert.equal(session.version, "1");
});

test("an error keeps its code, message and data", async () => {
  const rpc = connected(new FakeServer({ "dashpot/save": () => new Refusal("changed on disk", { reason: "changed" }) }));
  await assert.rejects(rpc.request("dashpot/save", { path: "a", text: "", hash: null }), (error: RpcError) => {
    assert.ok(error instanceof RpcError);
    assert.deepEqual([error.code, error.message, error.data], [-32803, "changed on disk", { reason: "changed" }]);
    return true;
  });
});

test("what is on its way when the connection is lost fails, and a new connection is made", async () => {
  const server = new FakeServer();
  const rpc = connected(server);
  await settled();
  assert.equal(rpc.state.value, "online");
  const answer = rpc.request("dashpot/files", {});
  server.socket.drop();
  await assert.rejects(answer, ConnectionLost);
  assert.equal(rpc.state.value, "offline");
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(server.sockets.length, 2);
  server.socket.accept();
  await settled();
  assert.equal(rpc.state.value, "online");
  rpc.close();
});

test("a request without a connection fails at once", async () => {
  const rpc = new Rpc(new FakeServer().open);
  await assert.rejects(rpc.request("dashpot/files", {}), ConnectionLost);
});

test("listeners hear on each connection, in the order of registration, before it counts as online", async () => {
  const server = new FakeServer();
  const rpc = new Rpc(server.open);
  const heard: string[] = [];
  rpc.onOnline(async () => {
    await settled();
    heard.push(`first ${rpc.state.value}`);
  });
  rpc.onOnline(() => void heard.push("second"));
  rpc.connect();
  server.socket.accept();
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.deepEqual(heard, ["first connecting", "second"]);
  assert.equal(rpc.state.value, "online");
});

test("notifications reach those who listen, until they stop", () => {
  const server = new FakeServer();
  const rpc = connected(server);
  const heard: number[] = [];
  const stop = rpc.on("dashpot/job", ({ job }) => heard.push(job));
  const say = (job: number) => server.socket.say(JSON.stringify({ jsonrpc: "2.0", method: "dashpot/job", params: { job } }));
  say(1);
  stop();
  say(2);
  assert.deepEqual(heard, [1]);
});

function frame(kind: number, version: number, columns: number[][]): ArrayBuffer {
  const rows = columns[0]?.length ?? 0;
  const buffer = new ArrayBuffer(16 + 8 * columns.length * rows);
  const view = new DataView(buffer);
  view.setUint8(0, kind);
  view.setUint8(1, version);
  view.setUint16(2, columns.length, true);
  view.setUint32(4, 7, true);
  view.setUint32(8, 100, true);
  view.setUint32(12, rows, true);
  columns.flat().forEach((value, i) => view.setFloat64(16 + 8 * i, value, true));
  return buffer;
}

test("a frame is columns of numbers, the time first", () => {
  const decoded = decodeFrame(frame(2, 1, [[0, 0.1, 0.2], [5, 6, NaN]])); // prettier-ignore
  assert.ok(decoded);
  assert.equal(decoded.kind, FrameKind.window);
  assert.deepEqual([decoded.id, decoded.firstRow, decoded.rows], [7, 100, 3]);
  assert.deepEqual(decoded.columns.map((column) => [...column]), [[0, 0.1, 0.2], [5, 6, NaN]]); // prettier-ignore
});

test("a frame that is cut short, or of another version, is not taken for data", () => {
  const whole = frame(1, 1, [[0, 1]]);
  assert.ok(decodeFrame(whole));
  assert.equal(decodeFrame(whole.slice(0, -1)), undefined);
  assert.equal(decodeFrame(new ArrayBuffer(3)), undefined);
  assert.equal(decodeFrame(frame(1, 2, [[0, 1]])), undefined);
  assert.equal(decodeFrame(frame(9, 1, [[0, 1]])), undefined);
});

test("frames reach those who listen for them", () => {
  const server = new FakeServer();
  const rpc = connected(server);
  const rows: number[] = [];
  rpc.onFrame((one) => rows.push(one.rows));
  server.socket.say(frame(1, 1, [[0, 1]]));
  assert.deepEqual(rows, [2]);
});
