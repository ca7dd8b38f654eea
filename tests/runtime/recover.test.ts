import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "#src/db/embedded/embedded-postgres.server.ts";
import { filesIn, nextSecond, recover } from "#tests/support/archived-database.ts";
import { joinForm } from "#tests/support/join-form.ts";
import { until } from "#tests/support/processes.ts";
import { type SiteProcess, startSiteProcess } from "#tests/support/site-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { runAtTerminal } from "#tests/support/terminal.ts";

async function makeKey(file: string): Promise<string> {
  const { out } = await runAtTerminal("src/server/backup/backup.ts", ["--new-key", file], {}).shown;
  return /BACKUP_RECIPIENT=(age1\w+)/.exec(out)?.[1] ?? "";
}

async function start(settings: Record<string, string>): Promise<SiteProcess> {
  const site = await startSiteProcess(settings);
  onTestFinished(async () => void (await site.stop()));
  return site;
}

async function write({ url }: SiteProcess, name: string, phone: string): Promise<void> {
  const answer = await fetch(`${url}/api/join`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(joinForm({ email: `${name}@example.com`, phone })),
  });
  expect(answer.status).toBe(200);
}

/** The people in a database that no site uses. */
async function peopleIn(dataDir: string): Promise<string[]> {
  const database = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query<{ email: string }>("select email from users order by email");
  await client.end();
  await database.stop();
  return rows.map(({ email }) => email.replace("@example.com", ""));
}

test("[OPS-04] the private database comes back as it was at a moment, encrypted on the way; what is written then can be recovered too", async () => {
  const folder = await temporaryFolder();
  const archive = join(folder, "the group's archive");
  const [right, wrong] = [join(folder, "right.key"), join(folder, "wrong.key")];
  const recipient = await makeKey(right);
  await makeKey(wrong);
  const settings = (place: string) => ({
    DATA_DIR: join(folder, place),
    WAL_ARCHIVE_DIR: archive,
    BACKUP_RECIPIENT: recipient,
    SEED: "none",
  });

  const site = await start({ ...settings("first"), GROUP_TIMEZONE: "Asia/Tokyo" });
  await until("there is a base backup", async () => (await filesIn(archive, "base")).length === 1);
  await write(site, "before", "9045550001");
  const moment = await nextSecond();
  await write(site, "after", "9045550002");
  expect(await site.stop()).toBe(0);
  const kept = [...(await filesIn(archive, "base")), ...(await filesIn(archive, "wal"))];
  for (const file of kept) {
    expect((await readFile(file)).toString("latin1")).toMatch(/^age-encryption\.org\/v1\n/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }

  const key = ["--identity", right];
  const refusals: [readonly string[], string][] = [
    [[], "Say to when"],
    [["--to", "yesterday"], "yesterday is no time."],
    [["--to", "2099-01-01 10:00"], "has not come yet."],
    [["--to", "2020-01-01 10:00"], "nothing before that can be recovered."],
    [["--to", "latest"], "is encrypted. Say which key opens it"],
    [["--to", "latest", "--identity", wrong], `The key in ${wrong} does not open`],
    [["--to", await nextSecond(), ...key], "The archive ends before"],
  ];
  const refused = await Promise.all(refusals.map(([args], index) => recover(args, settings(`refused-${index}`))));
  for (const [index, said] of refused.entries())
    expect(said).toMatchObject({ code: 1, out: "", err: expect.stringContaining(refusals[index]?.[1] ?? "") });
  const elsewhere = { ...settings("refused-0"), WAL_ARCHIVE_DIR: join(folder, "nowhere") };
  expect((await recover(["--to", "latest"], elsewhere)).err).toContain("No base backup found in");
  expect((await recover(["--to", moment, ...key], settings("first"))).err).toContain("There is a database in");

  const recovered = await recover(["--to", moment, ...key], settings("second"));
  expect([recovered.err, recovered.out]).toEqual([
    "",
    expect.stringMatching(/Recovered the database as of .* GMT\+9 \(Asia\/Tokyo\)/),
  ]);
  expect(await peopleIn(join(folder, "second"))).toEqual(["before"]);

  const second = await start(settings("second"));
  await write(second, "then", "9045550003");
  expect(await second.stop()).toBe(0);
  const [drill, third] = await Promise.all([
    recover(["--drill", "--to", "latest", ...key], settings("first")),
    recover(["--to", "latest", ...key], settings("third")),
  ]);
  expect([drill.err, drill.out]).toEqual(["", expect.stringContaining("The drill worked")]);
  expect(third.err).toBe("");
  expect(await peopleIn(join(folder, "third"))).toEqual(["before", "then"]);

  for (const file of await filesIn(archive, "wal")) {
    const bytes = await readFile(file);
    await writeFile(file, bytes.with(bytes.length - 9, (bytes.at(-9) ?? 0) ^ 1));
  }
  expect((await recover(["--to", "latest", ...key], settings("fourth"))).err).toContain("is damaged");
});
