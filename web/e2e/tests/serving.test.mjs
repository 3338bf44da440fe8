// The server as a browser and as a stranger see it.
import { test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { isWanted } from "../support/program.mjs";
import { startServer } from "../support/server.mjs";
import { workbenchTest } from "../support/workbench_test.mjs";

workbenchTest(
  "W1: the page loads without Node, without any request to elsewhere, and without an error",
  { server: { examples: ["cylinder_circuit.mo"], env: { PATH: "/nowhere", HOME: process.env.HOME } } },
  async (bench) => {
    await bench.openFile("cylinder_circuit.mo");
    await bench.component("cylinder").waitFor();
    await bench.page.locator(".palette-package, .palette-item").first().waitFor();
    const hosts = new Set(
      bench.requests.filter((url) => !url.startsWith("data:") && !url.startsWith("blob:")).map((url) => new URL(url).hostname),
    );
    assert.deepEqual([...hosts], ["127.0.0.1"]);
  },
);

/** Status and headers of a request with headers of our choice. */
function ask(port, path, headers = {}, method = "GET", body = undefined) {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, method, headers, setHost: headers.Host === undefined }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    });
    asked.on("error", (error) =>
      error.code === "EPIPE" || error.code === "ECONNRESET" ? resolve({ status: 0, headers: {}, text: "" }) : reject(error),
    );
    if (body) asked.write(body);
    asked.end();
  });
}

const upgrade = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** The first line of the answer to an upgrade. */
function upgradeStatus(port, headers) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...upgrade, ...headers }).map(([name, value]) => `${name}: ${value}`);
      socket.write(`GET /ws HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    });
    socket.once("data", (data) => {
      resolve(Number(/^HTTP\/1.1 (\d+)/.exec(data.toString("latin1"))?.[1]));
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

/** The addresses at which this machine listens for the port, in the kernel's hexadecimal form (proc(5)): what `ss -ltn` shows. */
function listeningAt(port) {
  const listening = "0A";
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return ["/proc/net/tcp", "/proc/net/tcp6"]
    .filter((table) => existsSync(table))
    .flatMap((table) => readFileSync(table, "utf8").split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === listening && local.endsWith(`:${wanted}`))
    .map(([, local]) => local.split(":")[0]);
}

const w20 = "W20: strangers are kept out, and files outside of the folder out of reach";
if (isWanted(w20))
  test(w20, { timeout: 600_000 }, async () => {
    const server = await startServer({ files: { "a.mo": "model A\nend A;\n" } });
    try {
      const { port } = server;
      await symlink("/etc/hostname", join(server.root, "outside.mo"));
      await writeFile(join(server.root, "notes.txt"), "not a model");

      assert.equal((await ask(port, "/")).status, 401, "without a token");
      assert.equal((await ask(port, "/?token=0123456789abcdef0123456789abcdef")).status, 401, "with a wrong token");
      assert.equal((await ask(port, "/api/health")).status, 200, "health needs none");

      const welcome = await ask(port, new URL(server.address).pathname + new URL(server.address).search);
      const cookie = welcome.headers["set-cookie"]?.[0] ?? "";
      assert.match(cookie, /HttpOnly/i);
      assert.match(cookie, /SameSite=Strict/i);
      const inside = { Cookie: cookie.split(";")[0] };

      const page = await ask(port, "/", inside);
      assert.equal(page.status, 200);
      const policy = page.headers["content-security-policy"] ?? "";
      assert.match(policy, /default-src 'self'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.equal(page.headers["x-content-type-options"], "nosniff");
      assert.equal(page.headers["access-control-allow-origin"], undefined);

      assert.equal((await ask(port, "/", { ...inside, Host: "evil.test" })).status, 403, "a foreign name (DNS rebinding)");
      assert.equal(await upgradeStatus(port, { ...inside, Origin: "http://evil.test" }), 403, "a foreign origin");
      assert.equal(await upgradeStatus(port, { Origin: `http://127.0.0.1:${port}` }), 401, "a socket without a cookie");
      assert.equal(await upgradeStatus(port, { ...inside, Origin: `http://127.0.0.1:${port}` }), 101, "our own page");

      for (const path of ["/files/..%2f..%2fetc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/results/../../etc/passwd"])
        assert.equal((await ask(port, path, inside)).status, 404, path);

      const tooLarge = await ask(port, "/", { ...inside, "Content-Length": String(9 << 20) }, "POST", Buffer.alloc(9 << 20));
      assert.equal(tooLarge.status, 413);

      assert.deepEqual(listeningAt(port), ["0100007F"], "127.0.0.1, and nothing else");
    } finally {
      await server.remove();
    }
  });

workbenchTest(
  "W20: the folder's files, and no others, are read and written over the socket",
  { server: { files: { "a.mo": "model A\nend A;\n" } } },
  async (bench) => {
    await symlink("/etc/hostname", join(bench.server.root, "outside.mo"));
    const refused = await bench.page.evaluate(async () => {
      const socket = new WebSocket(`ws://${location.host}/ws`);
      await new Promise((resolve) => (socket.onopen = resolve));
      const answers = new Map();
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        answers.get(message.id)?.(message);
      };
      let id = 0;
      const ask = (method, params) =>
        new Promise((resolve) => {
          answers.set(++id, resolve);
          socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
        });
      await ask("initialize", { processId: null, rootUri: null, capabilities: {} });
      const tried = {};
      for (const path of ["../../etc/hostname", "/etc/hostname", "outside.mo", "notes.txt", "a.mo/../../x.mo"]) {
        tried[`read ${path}`] = (await ask("dashpot/read", { path })).error !== undefined;
        tried[`save ${path}`] = (await ask("dashpot/save", { path, text: "x", hash: null, overwrite: true })).error !== undefined;
      }
      tried["read a.mo"] = (await ask("dashpot/read", { path: "a.mo" })).error !== undefined;
      socket.close();
      return tried;
    });
    for (const [what, isRefused] of Object.entries(refused)) assert.equal(isRefused, what !== "read a.mo", what);
  },
);

/** Processes that one has started, as proc(5) has them: by the thread that did. */
const childrenOf = (number) =>
  readdirSync(`/proc/${number}/task`)
    .flatMap((thread) => readFileSync(`/proc/${number}/task/${thread}/children`, "utf8").split(" "))
    .filter(Boolean);

workbenchTest(
  "Workers hold no connection of the browser: one that the server closes is closed",
  { server: { examples: ["small_circuit_1.mo"] } },
  async (bench) => {
    await bench.openFile("small_circuit_1.mo");
    assert.equal(await bench.run(), "finished");
    const workers = childrenOf(bench.server.process.pid);
    assert.ok(workers.length > 0);
    for (const worker of workers) {
      const own = (name) => Number(name) > 2; // its three standard streams may be sockets
      const held = readdirSync(`/proc/${worker}/fd`).filter(own).map((name) => readlinkSync(`/proc/${worker}/fd/${name}`));
      assert.deepEqual(held.filter((what) => what.startsWith("socket:")), []);
    }
  },
);
