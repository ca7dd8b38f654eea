import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#src/db/connect.server.ts";
import { freePort } from "#tests/support/processes.ts";

test("[OPS-01] a connection cut while no host takes writes rejects, and does not end the process", async () => {
  const hosts = `127.0.0.1:${await freePort()},127.0.0.1:${await freePort()}`;
  const url = `postgres://nobody@${hosts}/none?target_session_attrs=read-write`;
  const { pool, events } = connect(url, pino({ level: "silent" }));
  onTestFinished(() => pool.end());
  const connecting = pool.connect();
  // Cuts it before the driver adds its listener. An unhandled `error` would end this process.
  events.emit("silent", -1);
  await expect(connecting).rejects.toThrow("no host of DATABASE_URL takes writes");
});
