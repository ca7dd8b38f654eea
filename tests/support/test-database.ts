import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { databaseUrl, TEMPLATE } from "#tests/support/cluster.ts";

/** A database of this test file's own: migrated and empty, or as the template that is named. */
export async function createTestDatabase(template = TEMPLATE): Promise<{ url: string; drop: () => Promise<void> }> {
  const clusterUrl = inject("clusterUrl");
  const name = `t_${randomBytes(6).toString("hex")}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await admin(`create database ${name} template ${template} strategy file_copy`);
  return { url: databaseUrl(clusterUrl, name), drop: () => admin(`drop database ${name} with (force)`) };
}
