// `npm run test:previous`: the API tests of the previous release, with its code, on the tables that the present migrations
// make. Files named after `--` are run alone. Decision 0049.
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installAll } from "./lib/install.mjs";
import { checkNode, endWith, PlainError, ROOT, run, say, tail } from "./lib/steps.mjs";
import { runTool } from "./lib/tools.mjs";

const RELEASE = "migrations/previous-release";
// What makes the tables is of the present release, everything else of the previous one.
const PRESENT = ["src/db/migrate.server.ts", "src/db/migrations.server.ts"];

// Tests of the migrations themselves, and tests that count the tables: a new table is allowed.
const LEFT_OUT = ["one-account-migration", "undo-after-upgrade", "retention", "erasure"];
// Tests that compare every row of every table, by their titles: the change log is a new one (decision 0053).
const COMPARE_TABLES = [
  "nothing of the person stays but what is said to stay",
  "who unsubscribed stays unsubscribed when the account is gone",
  "asked five times at once, it is done once and nothing fails",
  "the people of these tests have something in every table that refers to people",
  "is merged keeps what is theirs, and undoing gives back every row",
  "undoing deletions gives back every row of every table",
  "the order of the others decides nothing but which of them fills",
  "whichever statement of a merge fails, nothing of it is there",
  "wherever the database goes away during a merge, nothing of it is there",
  "a merge of whose end nobody heard is there whole",
  "undoing a merge gives back exactly what was there",
  "clearing removes the town and all that its people did",
  "a take-over changes the chosen fields, removes the form's person",
];

async function git(args) {
  const { code, output } = await run("git", args);
  if (code !== 0) throw new PlainError(`git ${args.join(" ")} failed:\n${tail(output)}`);
}

/** The code of the previous release with the present migrations, in a folder of its own. */
async function makeTree(folder, commit) {
  const archive = join(folder, "release.tar");
  const tree = join(folder, "release");
  await mkdir(tree);
  await git(["archive", "--output", archive, commit]);
  const { code, output } = await run("tar", ["-xf", archive, "-C", tree]);
  if (code !== 0) throw new PlainError(`The previous release cannot be unpacked:\n${tail(output)}`);
  await rm(join(tree, "migrations"), { recursive: true });
  await cp(join(ROOT, "migrations"), join(tree, "migrations"), { recursive: true });
  // Where it is, with what it imports.
  for (const part of PRESENT) await writeFile(join(tree, part), `export * from ${JSON.stringify(join(ROOT, part))};\n`);
  await symlink(join(ROOT, "node_modules"), join(tree, "node_modules"));
  return tree;
}

async function main() {
  checkNode();
  const files = process.argv.slice(2);
  const commit = (await readFile(join(ROOT, RELEASE), "utf8")).trim();
  const { code } = await run("git", ["cat-file", "-e", `${commit}^{commit}`]);
  if (code !== 0) {
    throw new PlainError(
      `The previous release, commit ${commit}, is not in this copy of the repository, so nothing was proved. ` +
        "In a shallow clone, run `git fetch --unshallow` first.",
    );
  }
  await installAll();
  const folder = await mkdtemp(join(tmpdir(), "sandbar-previous-"));
  try {
    const tree = await makeTree(folder, commit);
    say(
      `› The API tests of ${commit.slice(0, 7)} on the present tables, without: ${LEFT_OUT.join(", ")} and ${COMPARE_TABLES.length} tests that compare tables`,
    );
    const excluded = LEFT_OUT.flatMap((name) => ["--exclude", `tests/api/${name}.test.ts`]);
    const others = ["--testNamePattern", `^(?!.*(?:${COMPARE_TABLES.join("|")}))`];
    const { code: failed } = await runTool("vitest", ["run", "--project", "api", ...others, ...excluded, ...files], {
      show: true,
      cwd: tree,
    });
    process.exitCode = failed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch(endWith);
