import { featureFile } from "./features.ts";
import { type Fault, isTest, type Rule } from "./rule.ts";
import type { Module } from "./read-module.ts";
import type { SourceTree } from "./source-tree.ts";

// What only a few files may lay hands on: the database, its rows, the environment, who a viewer is.

/** Words of the vocabulary that may write SQL. */
const SQL_WORDS = ["queries", "commands", "jobs"];
const SQL_PLACES = [
  /^src\/db\//,
  // Adapters keep things of their own in the database.
  /^src\/ports\/[^/]+\/[^/]+\//,
  // A count that every process shares is one statement.
  /^src\/http\/rate-limit\.server\.ts$/,
  // The outbox is a table, and who wants what another.
  /^src\/mail\//,
  /^src\/audit\//,
  // The jobs' timers and how much work waits, whether the database answers, what it announces, how many
  // connections it takes, and the pool.
  /^src\/server\/(?:notices|readiness|compose\.server|metrics\/backlog|processes\/connections)\.ts$/,
  /^src\/server\/jobs\//,
  /^(?:seeds|scripts)\//,
];
const SQL_PACKAGES = /^(?:drizzle-orm|pg)(?:\/|$)/;
const TABLES = /^src\/db\/(?:tables\/|schema\.ts$)/;

/** Who may name a row's type without SQL: what turns a row into what a viewer reads, and the other way. */
const ROW_FILES = [/\/view\.ts$/, /\/view\/[^/]+$/, /^src\/features\/join\/applicant\.ts$/];

const ENVIRONMENT_PLACES = [
  /^src\/config\.server\.ts$/,
  // The database's processes are started in this one's environment.
  /^src\/db\/embedded\//,
];

function isSqlPlace(path: string): boolean {
  const word = featureFile(path)?.word;
  return isTest(path) || SQL_PLACES.some((place) => place.test(path)) || SQL_WORDS.includes(word ?? "");
}

function faultsOf(tree: SourceTree, look: (module: Module) => readonly { line: number; says: string }[]): Fault[] {
  return [...tree.modules.values()].flatMap((module) => look(module).map((fault) => ({ file: module.path, ...fault })));
}

/** SQL is in queries, commands and jobs, so that every read has a scope and every write a transaction. */
export const sqlInItsPlaces: Rule = (tree) =>
  faultsOf(tree, ({ path, imports, reads }) => {
    if (isSqlPlace(path)) return [];
    const isRowFile = ROW_FILES.some((file) => file.test(path));
    return [
      ...imports
        .filter(
          ({ specifier, target, kind }) =>
            kind !== "type" && (SQL_PACKAGES.test(specifier) || TABLES.test(target ?? "")),
        )
        .map(({ specifier, line }) => ({
          line,
          says: `uses ${specifier}: SQL belongs in queries, commands and jobs, where its scope and its transaction are.`,
        })),
      ...imports
        .filter(({ target, kind }) => kind === "type" && TABLES.test(target ?? "") && !isRowFile)
        .map(({ specifier, line }) => ({
          line,
          says: `names rows of ${specifier}: only queries, commands and view.ts see rows, so that nothing leaves by another way.`,
        })),
      ...reads
        .filter(({ name }) => /(?:^|\.)app\.db$/.test(name))
        .map(({ name, line }) => ({
          line,
          says: `reaches for ${name}: SQL belongs in queries, commands and jobs, where its scope and its transaction are.`,
        })),
    ];
  });

/** Settings are read once, checked, with every fault told at once. */
export const environmentIsReadOnce: Rule = (tree) =>
  faultsOf(tree, ({ path, imports, reads }) => {
    if (!path.startsWith("src/") || isTest(path) || ENVIRONMENT_PLACES.some((place) => place.test(path))) return [];
    return [
      ...reads.filter(({ name }) => /^(?:globalThis\.)?process\.env$/.test(name)),
      ...imports.filter(({ specifier }) => /^(?:node:)?process$/.test(specifier)),
    ].map(({ line }) => ({
      line,
      says: "reads the environment: only src/config.server.ts does, so that every setting is checked before anything starts.",
    }));
  });

/** A viewer under the names that gates give: `viewer`, `person`, `admin`… A row has a `role` too, so of it only viewers'. */
const WHAT_A_VIEWER_IS =
  /(?:^|\.)(?:viewer(?:\.value)?\.(?:kind|roles?|groups)|(?:person|admin|signedIn|self|reader|writer)(?:\.value)?\.(?:kind|roles|groups|isLockedOrganizer))$/i;

/** Permissions are decided in one folder. */
export const policyAloneKnowsViewers: Rule = (tree) =>
  faultsOf(tree, ({ path, reads }) => {
    if (!path.startsWith("src/") || path.startsWith("src/policy/") || isTest(path)) return [];
    return reads
      .filter(({ name }) => WHAT_A_VIEWER_IS.test(name))
      .map(({ name, line }) => ({
        line,
        says: `looks at ${name}: ask a function of src/policy/, where who may do what is read in one sitting.`,
      }));
  });

/** Gates that ask only who the viewer is, and so can be asked before anything else. */
const GATE =
  /^require(?:SignedIn|Person|AnyRole|(?:Proved)?To\.\w+|Reader|Writer|ChatReader|ChatWriter|FreshProof|ProvedSelf)$/;
/**
 * Only the command can know whether a fresh proof is needed: the first password of an account needs none, a change of it
 * does; of an edit or a take-over only a changed email does.
 */
const ASKS_WITHIN = [
  "src/features/security/commands/own-password.server.ts",
  "src/features/people/commands/users.server.ts",
  "src/features/history/commands.server.ts",
  "src/features/requests/commands/proposals.server.ts",
];

/** A gate is named in the description of a call (`admit`), where the table of who may what can be read. */
export const gatesStandInDescriptions: Rule = (tree) =>
  faultsOf(tree, ({ path, calls }) => {
    const isGated = /^src\/(?:features|api)\//.test(path) && !isTest(path) && !ASKS_WITHIN.includes(path);
    if (!isGated) return [];
    return calls
      .filter(({ name }) => GATE.test(name))
      .map(({ name, line }) => ({
        line,
        says: `asks ${name} by hand: name it as \`admit\` of the endpoint or field, and take its proof as a parameter.`,
      }));
  });
