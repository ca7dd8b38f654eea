import { dirname, join } from "node:path";
import { projectNode } from "./node.mjs";
import { ROOT, run } from "./steps.mjs";

const BIN = join(ROOT, "node_modules", ".bin");

/** The environment in which `node` and every tool of the project is the one that was installed with it. */
export function toolEnv() {
  return {
    PATH: [BIN, dirname(projectNode().path), process.env.PATH ?? ""].join(":"),
    // Compiled code is kept between starts: the second start is quicker.
    NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "sandbar-node"),
  };
}

/** Runs a tool of node_modules under the project's Node. */
export function runTool(name, args, options = {}) {
  return run(join(BIN, name), args, { ...options, env: { ...toolEnv(), ...options.env } });
}
