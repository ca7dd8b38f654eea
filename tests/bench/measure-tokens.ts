import { pino } from "pino";
import { type Cluster, freshDatabase } from "#tests/bench/databases.ts";
import type { RecordFigure } from "#tests/bench/report.ts";
import { connect } from "#src/db/connect.server.ts";
import { tokenSigner } from "#src/ports/identity/local/tokens.server.ts";
import { makeAccount, signToken } from "#tests/support/accounts.ts";

const TOKENS = 1000;
const ISSUER = "http://sandbar.localhost";

function p95(milliseconds: readonly number[]): number {
  return milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * 0.95)] ?? Number.NaN;
}

/** How long it takes to check an id token that this process has not seen, and one that it has. */
export async function measureTokens(cluster: Cluster, record: RecordFigure): Promise<void> {
  const { pool, db } = connect(await freshDatabase(cluster, "sandbar_bench_tokens"), pino({ level: "silent" }));
  try {
    const now = new Date();
    const account = await makeAccount(db, { now });
    const tokens: string[] = [];
    for (let n = 0; n < TOKENS; n += 1) tokens.push(await signToken(account, { db, issuer: ISSUER, now }));
    const signer = tokenSigner({ db, issuer: ISSUER, now: () => now, maxAgeSeconds: 3600 });
    const checkAll = async () => {
      const took: number[] = [];
      for (const token of tokens) {
        const started = performance.now();
        if (!(await signer.verify(token))) throw new Error("A right token was refused.");
        took.push(performance.now() - started);
      }
      return p95(took);
    };
    record("token-check", await checkAll(), `${TOKENS} tokens, each for the first time`);
    record("token-check-again", await checkAll(), "the same once more");
  } finally {
    await pool.end();
  }
}
