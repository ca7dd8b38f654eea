import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { listenFault, portFault } from "#src/config/listening.mjs";

const place = { host: "127.0.0.1", port: 3000, dataDir: tmpdir() };

test("a port that another program has is told, with what to type", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await portFault({ ...place, port })).toBe(
    `Another program already uses port ${port}: stop it, or choose another port (PORT=3001 npm start).`,
  );
});

test.each(["192.0.2.1", "no-such-host.invalid"])("a host that is not of this machine is told: %s", async (host) => {
  expect(await portFault({ ...place, host, port: 0 })).toBe(
    `HOST=${host} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all.`,
  );
});

test("a port that belongs to root is told, and a free one is nobody's fault", async () => {
  const refused = Object.assign(new Error("permission denied"), { code: "EACCES" });
  expect(listenFault(refused, { ...place, port: 80 })).toMatch(/^Ports below 1024 belong to root: choose another/);
  expect(await portFault({ ...place, port: 0 })).toBeUndefined();
});
