import { openCluster, usersDatabase } from "#tests/bench/databases.ts";
import { cleanUp } from "#tests/bench/servers.ts";
import pg from "pg";
const c = await openCluster();
try {
  const client = new pg.Client({ connectionString: await usersDatabase(c, 1_000_000) });
  await client.connect();
  const W = 'search_words';
  const found = `fold_name($1) <> '' and ${W} like '%' || fold_name($1) || '%'`;
  const short = `fold_name($1) <> '' and ${W} like '% ' || fold_name($1) || '%'`;
  const q: [string, string, unknown[]][] = [
    ["rare", `select * from users where ${found} order by user_id desc limit 101`, ["marcus whitlingberg"]],
    ["email", `select * from users where ${found} order by user_id desc limit 101`, ["77@example"]],
    ["phone", `select * from users where ${found} order by user_id desc limit 101`, ["9042345"]],
    ["surname", `select * from users where ${found} order by user_id desc limit 101`, ["whitling"]],
    ["son", `select * from users where ${found} order by user_id desc limit 101`, ["son"]],
    ["none", `select * from users where ${found} order by user_id desc limit 101`, ["xyzzy"]],
    ["short", `select * from users where ${short} order by user_id desc limit 101`, ["zo"]],
    ["surname+days", `select * from users where ${found} and date_added >= '2026-11-11' order by user_id desc limit 101`, ["whitling"]],
    ["son+female+nogm", `select * from users where ${found} and zsex='' and groupme_user_id='' and date_added >= '2026-11-11' order by user_id desc limit 101`, ["son"]],
    ["count surname", `select count(*) from (select 1 from users where ${found} limit 10000) c`, ["whitling"]],
    ["count son", `select count(*) from (select 1 from users where ${found} limit 10000) c`, ["son"]],
    ["count all", `select count(*) from (select 1 from users limit 100000) c`, []],
    ["default", `select * from users where date_added >= '2026-11-11' order by user_id desc limit 101`, []],
    ["oldday", `select * from users where date_added >= '2025-11-11' and date_added < '2025-11-12' order by user_id desc limit 101`, []],
    ["sex empty+gm", `select * from users where date_added >= '2000-11-11' and zsex='' and groupme_user_id <> '' order by user_id desc limit 101`, []],
  ];
  for (const [name, text, values] of q) {
    for (let i = 0; i < 2; i += 1) {
      const { rows } = await client.query(`explain (analyze, buffers off) ${text}`, values);
      const plan = rows.map((r) => r["QUERY PLAN"] as string);
      if (i === 1) console.log(name, plan.at(-1), plan.filter((l) => /Scan/.test(l)).map((l) => l.trim().slice(0, 110)).join(" | "));
    }
  }
  await client.end();
} finally { await cleanUp(); }
