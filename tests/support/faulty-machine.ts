// Loaded into the site's process before the site (NODE_OPTIONS=--import): a machine whose clock jumps and whose disk
// refuses, as the file says that FAULTY_MACHINE names. It is read again at SIGUSR2.
import { readFileSync, writeFileSync } from "node:fs";
import promises, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import type { Machine } from "#tests/support/machine.ts";

const settings = process.env["FAULTY_MACHINE"] ?? "";
let machine: Machine = { aheadMs: 0, disk: null };
const read = () => {
  const text = readFileSync(settings, "utf8");
  machine = JSON.parse(text) as Machine;
  writeFileSync(`${settings}.read`, text);
};
read();
process.on("SIGUSR2", read);

// The clock: what asks for this moment is told another; timers go on, as they do when a real clock is set.
const RealDate = Date;
const now = () => RealDate.now() + machine.aheadMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (real, args, target) => Reflect.construct(real, args.length === 0 ? [now()] : args, target) as object,
  get: (real, name) => (name === "now" ? now : (Reflect.get(real, name) as unknown)),
});

// The disk: whatever would write under its folder fails with its words.
const { mkdir, open, writeFile, rename } = promises;

function refuse(path: unknown): void {
  const { disk } = machine;
  if (!disk || !String(path).startsWith(disk.folder)) return;
  const error: NodeJS.ErrnoException = new Error(`${disk.code}: the machine is made to say so, '${String(path)}'`);
  error.code = disk.code;
  throw error;
}

Object.assign(promises, {
  mkdir: (...args: Parameters<typeof mkdir>) => Promise.try(refuse, args[0]).then(() => mkdir(...args)),
  rename: (...args: Parameters<typeof rename>) => Promise.try(refuse, args[0]).then(() => rename(...args)),
  writeFile: (...args: Parameters<typeof writeFile>) => Promise.try(refuse, args[0]).then(() => writeFile(...args)),
  // What is only read is let through.
  open: (...args: Parameters<typeof open>): Promise<FileHandle> =>
    Promise.try(() => args[1] === "r" || args[1] === undefined || refuse(args[0])).then(() => open(...args)),
});
syncBuiltinESMExports();
