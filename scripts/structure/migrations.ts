import type { Fault, Rule } from "./rule.ts";

// The site goes on while a migration runs, and the previous release goes on afterwards: decision 0050.

/** Migrations with a lower number are older than these rules. */
const FIRST = 28;
const OUTSIDE = "-- outside a transaction";
const BREAKPOINT = "--> statement-breakpoint";
const CONTRACT = /^\s*-- contract: \S/m;

type Statement = {
  /** One line, lower case, without comments, quotes around names, and the bodies of functions. */
  readonly sql: string;
  readonly line: number;
  /** Stands alone between two breakpoints, so that it is sent alone. */
  readonly isAlone: boolean;
  /** Says why what it takes away is read by nobody any more. */
  readonly isContract: boolean;
};

function plain(text: string): string {
  return text
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/(\$\w*\$).*?\1/gs, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/"public"\.|"/g, "")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
}

function readStatements(text: string): Statement[] {
  let line = 1;
  return text.split(BREAKPOINT).flatMap((chunk) => {
    const start = line + (/^(?:\s|--.*\n)*/.exec(chunk)?.[0].split("\n").length ?? 1) - 1;
    line += chunk.split("\n").length - 1;
    const parts = plain(chunk)
      .split(";")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    return parts.map((sql) => ({
      sql,
      line: start,
      isAlone: parts.length === 1,
      isContract: CONTRACT.test(chunk),
    }));
  });
}

const word = (pattern: RegExp, sql: string) => pattern.exec(sql)?.[1] ?? "";

const CREATE_INDEX = /^create (?:unique )?index (?:concurrently )?(?:if not exists )?(\w+)/;
const DROP_INDEX = /^drop index concurrently if exists (\w+)$/;
const CONTRACTS =
  /^drop (?:table|view|type|schema)\b|\bdrop column\b|\brename (?:to|column|constraint)\b|\b(?:set data )?type \w|\bset not null\b/;

/** What is wrong with a statement on a table that was there before this migration. */
function faultOnOldTable({ sql, isContract }: Statement, validated: ReadonlySet<string>): string | null {
  const constraint = word(/\badd constraint (\w+)/, sql);
  if (/^create (?:unique )?index (?!concurrently)/.test(sql))
    return `locks all writers while it builds the index: use CREATE INDEX CONCURRENTLY in a migration that begins with "${OUTSIDE}".`;
  if (/\b(?:check|foreign key) ?\(/.test(sql) && constraint !== "" && !sql.endsWith("not valid"))
    return "reads the whole table under a lock: add the constraint NOT VALID, and VALIDATE it in the next migration.";
  if (validated.has(constraint))
    return "is validated in the same migration, under the lock of adding it: VALIDATE it in the next one.";
  if (/\badd (?:constraint \w+ )?(?:unique|primary key)\b/.test(sql) && !/\busing index\b/.test(sql))
    return "builds an index under a lock: build it CONCURRENTLY before, and add the constraint USING INDEX.";
  if (/\badd column\b.*\bnot null\b/.test(sql) && !/\bdefault\b|\bgenerated\b/.test(sql))
    return "breaks the inserts of the previous release, which does not know the column: give it a default.";
  if (/\badd column\b.*\bdefault (?:gen_random_uuid|random|clock_timestamp)\b/.test(sql))
    return "rewrites the whole table under a lock, because its default differs for each row.";
  if (CONTRACTS.test(sql) && !isContract)
    return 'breaks the previous release if that still uses it: take it away a release after its last use, and say so in a line "-- contract: why nothing needs it".';
  return null;
}

function faultsOutside(statements: readonly Statement[]): { line: number; says: string }[] {
  return statements.flatMap(({ sql, line, isAlone }, index) => {
    const before = statements[index - 1];
    const name = word(CREATE_INDEX, sql);
    const isCreated = name !== "" && /^create (?:unique )?index concurrently/.test(sql);
    if (!isAlone || !(isCreated || DROP_INDEX.test(sql)))
      return { line, says: "does not belong outside a transaction, one statement between two breakpoints." };
    if (isCreated && word(DROP_INDEX, before?.sql ?? "") !== name)
      return {
        line,
        says: `leaves half an index behind when it is cut off: DROP INDEX CONCURRENTLY IF EXISTS before it.`,
      };
    return [];
  });
}

function faultsOf(text: string): { line: number; says: string }[] {
  const statements = readStatements(text);
  if (text.startsWith(OUTSIDE)) return faultsOutside(statements);
  const made = new Set(statements.map(({ sql }) => word(/^create table (?:if not exists )?(\w+)/, sql)));
  const validated = new Set(statements.map(({ sql }) => word(/\bvalidate constraint (\w+)/, sql)).filter(Boolean));
  return statements.flatMap((statement) => {
    const { sql, line } = statement;
    if (/^(?:create|drop) (?:unique )?index concurrently/.test(sql))
      return { line, says: `is refused inside a transaction: begin the file with "${OUTSIDE}".` };
    const table =
      word(/^alter table (?:if exists )?(?:only )?(\w+)/, sql) || word(/^create .*?index .*? on (?:only )?(\w+)/, sql);
    if (table !== "" && made.has(table)) return [];
    const says = faultOnOldTable(statement, validated);
    return says === null ? [] : { line, says };
  });
}

/** A migration neither locks out the running site nor breaks the previous release. */
export const migrationsAreGentle: Rule = ({ migrations }): Fault[] =>
  [...migrations]
    .filter(([file]) => Number(/^migrations\/(\d+)_/.exec(file)?.[1]) >= FIRST)
    .flatMap(([file, text]) => faultsOf(text).map((fault) => ({ file, ...fault })));
