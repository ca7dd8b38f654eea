import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { listenFault, portFault } from "#src/config/listening.mjs";

const place = { host: "127.0.0.1", port: 3000, dataDir: tmpdir() };

test("a port in use is reported, with the command to fix it", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  expect(await portFault({ ...place, port })).toBe(
    `Another program already uses port ${port}: stop it, or choose another port (PORT=3001 npm start).`,
  );
});

test.each(["192.0.2.1", "no-such-host.invalid"])(
  "a host that this machine does not have is reported: %s",
  async (host) => {
    expect(await portFault({ ...place, host, port: 0 })).toBe(
      `HOST=${host} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all.`,
    );
  },
);

test("a privileged port is reported, and a free one is not", async () => {
  const refused = Object.assign(new Error("permission denied"), { code: "EACCES" });
  expect(listenFault(refused, { ...place, port: 80 })).toMatch(/^Ports below 1024 belong to root: choose another/);
  expect(await portFault({ ...place, port: 0 })).toBeUndefined();
});
