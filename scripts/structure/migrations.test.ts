import { expect, test } from "vitest";
import { expectOne, faultsWith } from "./sound-house.ts";

const FILE = "migrations/0028_change.sql";
const migration = (...statements: readonly string[]) => ({ [FILE]: statements.join("\n--> statement-breakpoint\n") });

test.each([
  [`CREATE INDEX "a" ON "users" USING btree ("age");`, "locks all writers"],
  [`CREATE UNIQUE INDEX "a" ON "users" ("age");`, "locks all writers"],
  [`CREATE INDEX CONCURRENTLY "a" ON "users" ("age");`, "refused inside a transaction"],
  [`ALTER TABLE "users" ADD CONSTRAINT "a" CHECK ("users"."age" > 0);`, "NOT VALID"],
  [`ALTER TABLE "a" ADD CONSTRAINT "b" FOREIGN KEY ("c") REFERENCES "public"."d"("id");`, "NOT VALID"],
  [`ALTER TABLE "users" ADD CONSTRAINT "a" UNIQUE("age");`, "USING INDEX"],
  [`ALTER TABLE "users" ADD PRIMARY KEY ("age");`, "USING INDEX"],
  [`ALTER TABLE "users" ADD COLUMN "a" text NOT NULL;`, "give it a default"],
  [`ALTER TABLE "users" ADD COLUMN "a" text DEFAULT gen_random_uuid() NOT NULL;`, "rewrites the whole table"],
  [`ALTER TABLE "users" DROP COLUMN "age";`, "a release after its last use"],
  [`ALTER TABLE "users" RENAME COLUMN "age" TO "years";`, "a release after its last use"],
  [`ALTER TABLE "users" ALTER COLUMN "age" SET DATA TYPE bigint;`, "a release after its last use"],
  [`ALTER TABLE "users" ALTER COLUMN "age" SET NOT NULL;`, "a release after its last use"],
  [`-- It is old.\nDROP TABLE "users";`, "a release after its last use"],
])("%s", (statement, words) => {
  const before = `ALTER TABLE "users" ADD COLUMN "level" text;`;
  expectOne(migration(before, statement), `${FILE}:${statement.startsWith("--") ? 4 : 3}`, words);
  // Older migrations are as they are.
  expect(faultsWith({ "migrations/0027_change.sql": statement })).toEqual([]);
});

test("a constraint is not validated under the lock of adding it", () => {
  const add = `ALTER TABLE "users" ADD CONSTRAINT "a" CHECK ("users"."age" > 0) NOT VALID;`;
  expectOne(migration(add, `ALTER TABLE "users" VALIDATE CONSTRAINT "a";`), `${FILE}:1`, "in the next one");
  expect(faultsWith(migration(add))).toEqual([]);
  expect(faultsWith(migration(`ALTER TABLE "users" VALIDATE CONSTRAINT "a";`))).toEqual([]);
});

test("outside a transaction are indexes alone, and each can be made again", () => {
  const outside = (...statements: readonly string[]) => {
    const [first = "", ...rest] = statements;
    return migration(`-- outside a transaction\n${first}`, ...rest);
  };
  const [drop, create] = [
    `DROP INDEX CONCURRENTLY IF EXISTS "a";`,
    `CREATE INDEX CONCURRENTLY "a" ON "users" ("age");`,
  ];
  expect(faultsWith(outside(drop, create))).toEqual([]);
  expectOne(outside(create), `${FILE}:2`, "leaves half an index");
  expectOne(outside(drop.replace('"a"', '"b"'), create), `${FILE}:4`, "leaves half an index");
  expectOne(outside(`UPDATE "users" SET "age" = 1;`), `${FILE}:2`, "does not belong outside");
  expect(faultsWith(outside(`${drop}\n${create}`))).toHaveLength(2);
});

test("new tables, new columns, functions and what is contracted in words are well", () => {
  expect(
    faultsWith(
      migration(
        `CREATE TABLE "boards" ("id" text PRIMARY KEY NOT NULL, CONSTRAINT "c" CHECK ("boards"."id" <> ''));`,
        `ALTER TABLE "boards" ADD CONSTRAINT "d" FOREIGN KEY ("id") REFERENCES "public"."users"("user_id");`,
        `CREATE INDEX "boards_by_id" ON "boards" USING btree ("id");`,
        `ALTER TABLE "users" ADD COLUMN "level" text DEFAULT '' NOT NULL;`,
        `-- contract: 0.2 was the last release that read it\nALTER TABLE "users" DROP COLUMN "age";`,
        `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n  DROP TABLE users; RETURN NULL;\nEND;\n$$;`,
        `INSERT INTO "users" ("user_id", "zmessage") VALUES ('1', 'drop table users; set not null');`,
      ),
    ),
  ).toEqual([]);
});
