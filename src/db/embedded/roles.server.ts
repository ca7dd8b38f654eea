import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CannotStart } from "#src/db/embedded/cannot-start.ts";
import { type Place, run, settingArgs } from "#src/db/embedded/place.server.ts";
import { findPostmaster, stopPostmaster } from "#src/db/embedded/postmaster.server.ts";

export const DATABASE = "sandbar";
/** Owns the database but is no superuser: injected SQL cannot read files or run programs. */
export const SITE_ROLE = "sandbar";
/** The role that initdb creates. It cannot log in; it works in single-user mode only. */
export const SUPERUSER = "app";

// No password: only the account that runs the site can reach the socket. Peer authentication would prove no more, and
// fails where the account has another name inside a user namespace or container.
const HBA = `# Written by Sandbar when it made or upgraded this cluster; yours to change.\nlocal ${DATABASE} ${SITE_ROLE} trust\n`;
/** Exists once the roles are created. */
const MARKER = "sandbar-roles";
/** Exists once the site's role may make base backups. */
const BACKUP_MARKER = "sandbar-base-backups";
const RETRIES = 100;
const RETRY_MS = 100;

const NOT_SYSTEM = "n.nspname !~ '^pg_' and n.nspname <> 'information_schema'";
const inExtension = (catalog: string, oid: string) =>
  `exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;
// Owned sequences follow their table.
const OWN_SEQUENCE =
  "c.relkind = 'S' and exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))";

/** Transfers ownership of every object to the site's role. REASSIGN OWNED cannot do that for initdb's superuser. */
const REASSIGN = `do $$ declare change text; begin for change in
  select format('alter schema %I owner to ${SITE_ROLE}', nspname) from pg_namespace n where nspowner = 10 and ${NOT_SYSTEM}
  union all select format('alter %s %I.%I owner to ${SITE_ROLE}',
    case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
    n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relowner = 10 and c.relkind in ('r', 'p', 'v', 'm', 'S') and ${NOT_SYSTEM}
      and not ${inExtension("pg_class", "c.oid")} and not (${OWN_SEQUENCE})
  union all select format('alter routine %s owner to ${SITE_ROLE}', p.oid::regprocedure) from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where p.proowner = 10 and ${NOT_SYSTEM} and not ${inExtension("pg_proc", "p.oid")}
  union all select format('alter type %I.%I owner to ${SITE_ROLE}', n.nspname, t.typname) from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    where t.typowner = 10 and t.typtype in ('e', 'd') and ${NOT_SYSTEM} and not ${inExtension("pg_type", "t.oid")}
  loop execute change; end loop; end $$`;

const ENSURE_ROLE = `do $$ begin if not exists (select from pg_roles where rolname = '${SITE_ROLE}') then
  create role ${SITE_ROLE} login; end if; end $$`;

/** Runs a statement as superuser in single-user mode. Returns its output. */
async function runAlone(place: Place, cluster: string, database: string, statement: string) {
  const args = ["--single", "-D", cluster, "-c", "exit_on_error=true", ...settingArgs(place.settings), database];
  const child = run(place, "postgres", args, { input: "pipe", output: "pipe", detached: false });
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  // It may exit before reading all input; its exit code reports that.
  child.stdin?.on("error", () => undefined);
  // Single-user mode reads one statement per line.
  child.stdin?.end(`${statement.replaceAll("\n", " ")}\n`);
  const code = await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
  return { isDone: code === 0, said };
}

async function execute(place: Place, cluster: string, database: string, statement: string): Promise<string> {
  let said = "";
  // Backends of a killed server exit by themselves, but not at once.
  for (let attempt = 0; attempt < RETRIES; attempt += 1) {
    const outcome = await runAlone(place, cluster, database, statement);
    ({ said } = outcome);
    if (outcome.isDone) return said;
    if (/lock file ".*" already exists/.test(said)) await forgetDeadServer(cluster);
    else if (!said.includes("pre-existing shared memory block")) break;
    await delay(RETRY_MS);
  }
  throw new CannotStart(
    `The database in ${cluster} could not be prepared. PostgreSQL said:\n${said.trim().split("\n").slice(-6).join("\n")}`,
  );
}

/** Removes a stale postmaster.pid, even if its process id was reused. */
export async function forgetDeadServer(cluster: string): Promise<void> {
  if (await findPostmaster(cluster)) return;
  await rm(join(cluster, "postmaster.pid"), { force: true });
}

/** Creates the site's role and database, and revokes all other access. Idempotent, also after an interruption. */
export async function makeRoles(place: Place, cluster: string): Promise<void> {
  await execute(place, cluster, "postgres", ENSURE_ROLE);
  const databases = await execute(place, cluster, "postgres", "select datname from pg_database");
  if (databases.includes(`"${DATABASE}"`)) {
    await execute(place, cluster, "postgres", `alter database ${DATABASE} owner to ${SITE_ROLE}`);
    await execute(place, cluster, DATABASE, REASSIGN);
  } else await execute(place, cluster, "postgres", `create database ${DATABASE} owner ${SITE_ROLE}`);
  await writeFile(join(cluster, "pg_hba.conf"), HBA, { mode: 0o600 });
  await writeFile(join(cluster, MARKER), "", { mode: 0o600 });
}

/** The role the site connects as: the superuser for a cluster that was not upgraded yet. */
export function siteRole(cluster: string): string {
  return existsSync(join(cluster, MARKER)) ? SITE_ROLE : SUPERUSER;
}

/** Allows the site's role base backups, once; that gives no file access. Stops the server of a killed app. */
export async function allowBaseBackups(place: Place): Promise<void> {
  const marker = join(place.cluster, BACKUP_MARKER);
  if (existsSync(marker)) return;
  await stopPostmaster(place.cluster);
  const functions = "pg_backup_start(text, boolean), pg_backup_stop(boolean)";
  await execute(place, place.cluster, DATABASE, `grant execute on function ${functions} to ${SITE_ROLE}`);
  await writeFile(marker, "", { mode: 0o600 });
}

/** Creates the role for a cluster that predates it, once. Stops the server of a killed app. */
export async function upgradeRoles(place: Place, say: (line: string) => void): Promise<void> {
  if (siteRole(place.cluster) === SITE_ROLE) return;
  await stopPostmaster(place.cluster);
  say("› Giving the site a database role of its own (once)");
  await makeRoles(place, place.cluster);
}
