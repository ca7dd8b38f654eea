import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { migrateDatabase } from "#src/db/migrate.server.ts";
import { databaseUrl } from "#tests/support/cluster.ts";
import { backup, open } from "#tests/support/backups.ts";
import { startOpenPostgres } from "#tests/support/open-postgres.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const restore = (args: readonly string[], settings: Record<string, string>) =>
  runAtTerminal("src/server/backup/restore.ts", args, settings).shown;

async function makeKey(file: string): Promise<string> {
  const { out } = await runAtTerminal("src/server/backup/backup.ts", ["--new-key", file], {}).shown;
  return /BACKUP_RECIPIENT=(age1\w+)/.exec(out)?.[1] ?? "";
}

test("[SAFE-13] a backup encrypted to a public key is restored with the private one, and refused in a sentence without", async () => {
  const folder = await temporaryFolder();
  const server = await startOpenPostgres(join(folder, "server"), { fsync: "off" });
  onTestFinished(() => server.stop());
  const site = open(server.connectionString);
  await migrateDatabase(server.connectionString);
  await site.db.execute(sql`insert into identity_keys (kid, private_jwk) values ('planted-secret', '{}')`);
  await site.db.execute(sql`create database target`);
  const target = { DATABASE_URL: databaseUrl(server.connectionString, "target"), DATA_DIR: join(folder, "data") };

  const [right, wrong] = [join(folder, "right.key"), join(folder, "wrong.key")];
  const recipient = await makeKey(right);
  await makeKey(wrong);
  expect([(await stat(right)).mode & 0o777, await makeKey(right)]).toEqual([0o600, ""]);
  const settings = { DATABASE_URL: server.connectionString, DATA_DIR: target.DATA_DIR, BACKUP_RECIPIENT: recipient };
  const file = join(folder, "site.tar.gz");
  const mistyped = `${recipient.slice(0, -1)}${recipient.endsWith("q") ? "p" : "q"}`;
  expect(await backup(file, { ...settings, BACKUP_RECIPIENT: mistyped }).shown).toMatchObject({
    code: 1,
    err: expect.stringContaining("is no public key of age. Nothing was saved."),
  });
  const saved = await backup(file, settings).shown;
  expect([saved.err, saved.out]).toEqual(["", expect.stringContaining(`to ${file}.age (`)]);
  expect((await readdir(folder)).filter((name) => name.startsWith("site"))).toEqual(["site.tar.gz.age"]);
  const bytes = await readFile(`${file}.age`);
  expect(bytes.toString("latin1")).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);

  const cut = join(folder, "cut.age");
  await writeFile(cut, bytes.subarray(0, -100));
  const flipped = join(folder, "flipped.age");
  await writeFile(flipped, bytes.with(bytes.length - 50, (bytes.at(-50) ?? 0) ^ 1));
  const refusals = [
    [[`${file}.age`], `is encrypted. Say which key opens it: npm run restore -- FILE --identity KEYFILE`],
    [[`${file}.age`, "--identity", wrong], `The key in ${wrong} does not open ${file}.age. Nothing was restored.`],
    [[`${file}.age`, "--identity", `${file}.age`], "holds no private key of age"],
    [[`${file}.age`, "--identity", join(folder, "none")], "cannot be read (ENOENT). Nothing was restored."],
    [[cut, "--identity", right], "is damaged: it cannot be decrypted"],
    [[flipped, "--identity", right], "is damaged: it cannot be decrypted"],
    [[`${file}.age`, "--identity"], "Say from where"],
  ] as const;
  const refused = await Promise.all(refusals.map(([args]) => restore(args, target)));
  for (const [index, { code, out, err }] of refused.entries()) {
    expect([code, out, err]).toEqual([1, "", expect.stringContaining(refusals[index]?.[1] ?? "")]);
    expect(err.trim().split("\n")).toHaveLength(1);
  }
  expect(await restore([`${file}.age`, "--identity", right], target)).toMatchObject({ code: 0, err: "" });
  const restored = open(target.DATABASE_URL);
  expect((await restored.db.execute(sql`select kid from identity_keys`)).rows).toEqual([{ kid: "planted-secret" }]);
});
