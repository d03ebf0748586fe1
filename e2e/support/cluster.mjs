// Several servers of one card room: three NATS servers, three of ours, and one address before them.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serve } from "./server.mjs";

// Where Debian puts it is not on everyone's path.
const PROGRAMS = ["nats-server", "/usr/sbin/nats-server"];

/** The program, if this machine has it. */
export function natsServer() {
  return PROGRAMS.find((program) => {
    try {
      execFileSync(program, ["--version"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  });
}

/** Ports that nobody listens on now. */
export async function freePorts(count) {
  const listeners = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(listeners.map((listener) => once(listener, "listening")));
  const ports = listeners.map((listener) => listener.address().port);
  await Promise.all(listeners.map((listener) => once(listener.close(), "close")));
  return ports;
}

/** Three NATS servers that know each other; their address is that of all three. */
async function natsCluster(folder) {
  const ports = await freePorts(6);
  const routes = ports.slice(3).map((port) => `nats://127.0.0.1:${port}`);
  const children = [0, 1, 2].map((number) => {
    const [store, file] = [join(folder, `store-${number}`), join(folder, `${number}.conf`)];
    mkdirSync(store);
    const lines = [
      `server_name: nats-${number}`,
      `listen: 127.0.0.1:${ports[number]}`,
      `jetstream { store_dir: "${store}" }`,
      `cluster { name: parlour, listen: 127.0.0.1:${ports[3 + number]}, routes: [${routes.join(", ")}] }`,
    ];
    writeFileSync(file, lines.join("\n"));
    return spawn(natsServer(), ["-c", file], { stdio: "ignore" });
  });
  const listens = async (port) => {
    const socket = connect(port, "127.0.0.1");
    const heard = await Promise.race([once(socket, "connect").then(() => true), once(socket, "error").catch(() => false)]).catch(() => false);
    socket.destroy();
    return heard === true;
  };
  for (const port of ports.slice(0, 3)) {
    while (!(await listens(port)));
  }
  return { address: ports.slice(0, 3).map((port) => `nats://127.0.0.1:${port}`).join(","), stop: () => children.forEach((child) => child.kill("SIGKILL")) };
}

/**
 * A card room of three servers. Whoever comes to its one address is led to each in turn, and to the next one if that
 * one is gone. `kill(number)` ends one as a power cut would; `revive(number)` brings it back.
 */
export async function cluster(t) {
  const folder = mkdtempSync(join(tmpdir(), "parlour-cluster-"));
  const nats = await natsCluster(folder);
  const nodes = await Promise.all([0, 1, 2].map(() => serve(0, { ledger: nats.address })));
  const visits = [0, 0, 0];
  let next = 0;
  const lead = (client, tries = 3) => {
    const number = next++ % 3;
    const server = connect(Number(new URL(nodes[number].address).port), "127.0.0.1");
    let there = false;
    server.on("connect", () => {
      there = true;
      visits[number]++;
      client.pipe(server).pipe(client);
    });
    // What it was is told by the close that follows.
    server.on("error", () => {});
    server.on("close", () => (there || tries === 1 ? client.destroy() : lead(client, tries - 1)));
    client.on("close", () => server.destroy());
  };
  const door = createServer((client) => lead(client.on("error", () => {}))).listen(0, "127.0.0.1");
  await once(door, "listening");
  const dead = new Set();
  t.after(async () => {
    door.close();
    await Promise.all(nodes.filter((_, number) => !dead.has(number)).map((node) => node.kill()));
    nats.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    address: `http://127.0.0.1:${door.address().port}`,
    nodes,
    /** How many connections each server had. */
    visits,
    async kill(number) {
      dead.add(number);
      await nodes[number].kill();
    },
    async revive(number) {
      const port = Number(new URL(nodes[number].address).port);
      nodes[number] = await serve(port, { ledger: nats.address });
      dead.delete(number);
    },
  };
}
