// Several servers of one card room: a PostgreSQL database, three of ours, and one address before them.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serve } from "./server.mjs";

// Where Debian puts its programs, in a folder for each version.
const DEBIAN = "/usr/lib/postgresql";

/** The folder with PostgreSQL's programs, if this machine has them. */
export function postgresql() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).sort((one, other) => other - one) : [];
  return versions.map((version) => join(DEBIAN, String(version), "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** PostgreSQL refuses to run as root: then it runs as the user whom its package made. */
function asDatabase(program, words) {
  const root = process.getuid() === 0;
  const prefix = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups", "--"];
  return root ? [prefix[0], [...prefix.slice(1), program, ...words]] : [program, words];
}

/** Ports that nobody listens on now. */
export async function freePorts(count) {
  const listeners = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(listeners.map((listener) => once(listener, "listening")));
  const ports = listeners.map((listener) => listener.address().port);
  await Promise.all(listeners.map((listener) => once(listener.close(), "close")));
  return ports;
}

/** A database in a folder. */
async function database(folder) {
  const [port] = await freePorts(1);
  const [bin, data] = [postgresql(), join(folder, "data")];
  if (process.getuid() === 0) {
    const id = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
    chownSync(folder, id("-u"), id("-g"));
  }
  const initdb = ["--pgdata", data, "--username", "parlour", "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C.UTF-8"];
  const [make, making] = asDatabase(join(bin, "initdb"), initdb);
  execFileSync(make, making, { stdio: "ignore", cwd: "/" });
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"].flatMap((setting) => ["-c", setting]);
  const [run, running] = asDatabase(join(bin, "postgres"), ["-D", data, "-p", String(port), ...settings]);
  const child = spawn(run, running, { stdio: "ignore", cwd: "/" });
  const [ask, asking] = [join(bin, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]];
  const ready = () => {
    try {
      execFileSync(ask, asking, { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };
  while (!ready());
  return { address: `postgres://parlour@127.0.0.1:${port}/postgres`, stop: () => child.kill("SIGKILL") };
}

/**
 * A card room of three servers. A client of its one address is led to each in turn, and to the next one if that
 * one is gone. `kill(number)` ends one as a power cut would; `revive(number)` brings it back.
 */
export async function cluster(t) {
  const folder = mkdtempSync(join(tmpdir(), "parlour-cluster-"));
  const postgres = await database(folder);
  const nodes = await Promise.all([0, 1, 2].map(() => serve(0, { ledger: postgres.address })));
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
    postgres.stop();
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
      nodes[number] = await serve(port, { ledger: postgres.address });
      dead.delete(number);
    },
  };
}
