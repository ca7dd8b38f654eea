import { openCluster, usersDatabase } from "#tests/bench/databases.ts";
import { cleanUp } from "#tests/bench/servers.ts";
const c = await openCluster();
const t = Date.now();
try { console.log(await usersDatabase(c, 1_000_000), (Date.now()-t)/1000); } finally { await cleanUp(); }
