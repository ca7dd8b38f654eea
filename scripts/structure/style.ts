import { isTest, type Rule } from "./rule.ts";

// Names, exports and sizes: what makes a file easy to find and to hold in the head.

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** A drawer whose name says nothing gets everything. */
const DRAWERS = new Set(["util", "utils", "helper", "helpers", "common", "misc"]);

const MOST_LINES = 300;
const MOST_FUNCTION_LINES = 60;
// A picture is a list of shapes from back to front: cutting it in two would hide the order, which is all it says.
const PICTURE = /^illustrations\/(?:parts|scenes)\//;
const MOST_PICTURE_LINES = 90;
const GENERATED = /\.generated\.[a-z]+$|\/generated\//;

/** React Router and vitest want a default export of these. */
const DEFAULT_EXPORTS = [
  /^src\/(?:root|entry\.(?:client|server))\.tsx$/,
  /^src\/routes\.ts$/,
  /^src\/features\/[^/]+\/(?:[^/]+\/)?routes\/[^/]+\.tsx?$/,
  /\.d\.ts$/,
  /^tests\/support\/cluster\.ts$/,
];

function nameFault(path: string): string | null {
  const parts = path.split("/").flatMap((part) => part.split("."));
  const odd = parts.find((part) => !KEBAB.test(part));
  if (odd !== undefined) return `has '${odd}' in its name: names are kebab-case, so that nobody has to remember which.`;
  // `date-utils` is a drawer too.
  const drawer = parts.find((part) => DRAWERS.has(part.split("-").at(-1) ?? ""));
  if (drawer !== undefined)
    return `is called '${drawer}', which says nothing of what is in it and so collects everything.`;
  return /\/index\.[a-z]+$/.test(path)
    ? "is an index: import the file that has the thing, so that what is used can be seen."
    : null;
}

/** Names say what is inside. */
export const names: Rule = (tree) =>
  [...tree.files.keys()].flatMap((file) => {
    // Written so everywhere: it is the first thing that one looks for.
    const says = file.endsWith("/README.md") ? null : nameFault(file);
    return says === null ? [] : [{ file, line: 1, says }];
  });

/** One name for a thing everywhere: it can be searched for. */
export const namedExports: Rule = (tree) =>
  [...tree.modules.values()].flatMap(({ path, defaultExportLine }) =>
    defaultExportLine === null || DEFAULT_EXPORTS.some((place) => place.test(path))
      ? []
      : [
          {
            file: path,
            line: defaultExportLine,
            says: "has a default export: give it a name, which is then the same everywhere and can be searched for.",
          },
        ],
  );

/** A file is one thought, a function one step. */
export const sizes: Rule = (tree) => [
  ...[...tree.files]
    .filter(([file, lines]) => lines > MOST_LINES && !GENERATED.test(file))
    .map(([file, lines]) => ({
      file,
      line: MOST_LINES,
      says: `has ${lines} lines: over ${MOST_LINES}, a file asks to become a folder of the same name.`,
    })),
  ...[...tree.modules.values()]
    .filter(({ path }) => !isTest(path) && !GENERATED.test(path))
    .flatMap(({ path, functions }) => {
      const most = PICTURE.test(path) ? MOST_PICTURE_LINES : MOST_FUNCTION_LINES;
      return functions
        .filter(({ lines }) => lines > most)
        .map(({ name, line, lines }) => ({
          file: path,
          line,
          says: `${name} has ${lines} lines: over ${most}, give its half a name.`,
        }));
    }),
];

/** What cannot be parsed cannot be checked. */
export const readable: Rule = (tree) =>
  [...tree.modules.values()].flatMap(({ path, syntaxError }) =>
    syntaxError === null ? [] : [{ file: path, line: 1, says: `cannot be parsed: ${syntaxError}` }],
  );

/** A single look at a page, compared at once: whether the page has answered by then is luck. */
const ONE_LOOK =
  /\bexpect\(\s*await (?:(?!=>)[^;])*?\.(?:innerText|allInnerTexts|textContent|allTextContents|count|isVisible|isHidden|isChecked|isEnabled|isDisabled|inputValue|getAttribute)\(/gu;

/** Tests of pages look until the page has answered. */
export const pagesTakeTheirTime: Rule = ({ texts }) =>
  [...texts]
    .filter(([file]) => file.startsWith("tests/e2e/"))
    .flatMap(([file, text]) =>
      [...text.matchAll(ONE_LOOK)].map(({ index }) => ({
        file,
        line: text.slice(0, index).split("\n").length,
        says: "looks at the page once, which fails on a slow machine: write `await eventually(() => …)`.",
      })),
    );
