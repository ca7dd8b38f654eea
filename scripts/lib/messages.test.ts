import { expect, test } from "vitest";
import { nodeFault } from "./node.mjs";
import { npmFault } from "./npm.mjs";
import { wrap } from "./steps.mjs";

test.each([
  ["ENOTFOUND registry.test", /registry does not answer: check the network \(npm ping\), and start again\.$/],
  ["npm error code ERR_SOCKET_TIMEOUT", /registry does not answer/],
  ["npm error network Socket timeout", /registry does not answer/],
  [
    "FATAL ERROR: JavaScript heap out of memory",
    /^The machine ran out of memory .* Add memory or swap, and start again\.$/,
  ],
  ["ENOSPC: no space left on device", /^The disk is full: Sandbar needs about 1 GB\. Make room, and start again\.$/],
  [
    "EACCES: permission denied, mkdir",
    /^npm may not write into this folder: start as the account that owns it\.\nnpm said:/,
  ],
  ["npm error code EINTEGRITY", /run npm cache clean --force, and start again\.\nnpm said:/],
])("npm that says %j has failed in a sentence", (output, sentence) => {
  expect(npmFault({ output, signal: null })).toMatch(sentence);
});

test("npm that was killed without a word ran out of memory", () => {
  expect(npmFault({ output: "", signal: "SIGKILL" })).toMatch(/^The machine ran out of memory/);
});

test.each([
  [
    "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory",
    "run apt-get install libatomic1 as root, then start again.",
  ],
  [
    "node: /lib/libc.so.6: version `GLIBC_2.28' not found (required by node)",
    "install Node 24 or newer from nodejs.org",
  ],
])("a Node that says %j does not run here", (output, words) => {
  expect(nodeFault(output)).toContain(words);
});

test("sentences are broken between words, and lines that are there stay", () => {
  const lines = wrap(`${"seven77 ".repeat(30).trim()}\nshort\n  indented`).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.slice(-2)).toEqual(["short", "  indented"]);
  expect(
    lines
      .join(" ")
      .split(" ")
      .filter((word) => word === "seven77"),
  ).toHaveLength(30);
});
