// `npm run test:attack`: the generated requests of `npm test`, many more of them. `--inputs N` (20000) says how many,
// `--seed N` which: the seed of a run is printed, and the same one sends the same requests again.
import { build } from "./lib/build.mjs";
import { installAll } from "./lib/install.mjs";
import { checkNode, endWith, PlainError } from "./lib/steps.mjs";
import { runTool } from "./lib/tools.mjs";

const TEST = "tests/runtime/attack.test.ts";

function numberAfter(args, name, otherwise) {
  if (!args.includes(name)) return otherwise;
  const value = Number(args[args.indexOf(name) + 1]);
  if (!Number.isSafeInteger(value) || value < 1) throw new PlainError(`Say a whole number after ${name}.`);
  return value;
}

async function main() {
  checkNode();
  const args = process.argv.slice(2);
  const env = {
    ATTACK_INPUTS: String(numberAfter(args, "--inputs", 20_000)),
    ATTACK_SEED: String(numberAfter(args, "--seed", Date.now() % 2 ** 31)),
  };
  await installAll();
  await build();
  const { code } = await runTool("vitest", ["run", "--project", "runtime", TEST], { show: true, env });
  process.exit(code);
}

main().catch(endWith);
