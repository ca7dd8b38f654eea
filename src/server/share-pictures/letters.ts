import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font } from "fontkit";

// Renders text as outlines, so that pictures look the same on a machine without fonts. The display font has one file
// per script; its default weight is the heaviest, which is the one drawn.
const FILES = ["latin", "latin-ext", "vietnamese"].map(
  (script) => `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${script}-wght-normal.woff2`,
);

// Replacements for characters that our font lacks.
const STAND_INS: Readonly<Record<string, string>> = { "\u00a0": " ", "\u2011": "-", "\u2010": "-", "\u202f": " " };

/** Text as an SVG path at 1 unit per em, and its width in ems. */
export type Outline = { readonly path: string; readonly width: number };

export type Letters = {
  /** Outlines one line of text; omits missing characters. Empty if too little remains to read. */
  readable(text: string): string;
  outline(text: string): Outline;
  /** Measures the width in ems, for line breaking. Ignores kerning, which only makes text narrower. */
  widthOf(text: string): number;
};

/** Removes characters that no font of ours has. */
function makeReadable(fonts: readonly Font[], text: string): string {
  const wanted = [...text.normalize("NFC").replace(/\s+/g, " ").trim()].map((each) => STAND_INS[each] ?? each);
  const drawn = wanted.filter((each) => fonts.some((font) => font.hasGlyphForCodePoint(each.codePointAt(0) ?? 0)));
  const letters = (characters: readonly string[]) => characters.filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
  // Half a title misleads more than none.
  return letters(drawn) * 2 > letters(wanted) ? drawn.join("").replace(/\s+/g, " ").trim() : "";
}

/** Runs of text that one font can draw, in order. */
function piecesOf(fonts: readonly Font[], text: string): { font: Font; text: string }[] {
  const pieces: { font: Font; text: string }[] = [];
  for (const each of text) {
    const font = fonts.find((candidate) => candidate.hasGlyphForCodePoint(each.codePointAt(0) ?? 0));
    const last = pieces.at(-1);
    if (!font) continue;
    if (last?.font === font) last.text += each;
    else pieces.push({ font, text: each });
  }
  return pieces;
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;

function outlineOf(fonts: readonly Font[], text: string): Outline {
  const path: string[] = [];
  let x = 0;
  for (const { font, text: piece } of piecesOf(fonts, text)) {
    const em = font.unitsPerEm;
    const run = font.layout(piece);
    for (const [index, glyph] of run.glyphs.entries()) {
      const place = run.positions[index];
      const from = x + (place?.xOffset ?? 0) / em;
      // Font coordinates point up, SVG's point down.
      for (const { command, args } of glyph.path.commands) {
        const numbers = args.map((value, at) => round(at % 2 === 0 ? from + value / em : -value / em));
        path.push(`${COMMANDS[command] ?? ""}${numbers.join(" ")}`);
      }
      x += (place?.xAdvance ?? 0) / em;
    }
  }
  return { path: path.join(""), width: x };
}

const COMMANDS: Readonly<Record<string, string>> = {
  moveTo: "M",
  lineTo: "L",
  quadraticCurveTo: "Q",
  bezierCurveTo: "C",
  closePath: "Z",
};

/** Reads the fonts: 0.1 s, once. */
export async function readLetters(): Promise<Letters> {
  const { create } = await import("fontkit");
  const require = createRequire(import.meta.url);
  const fonts = await Promise.all(FILES.map(async (file) => create(await readFile(require.resolve(file))) as Font));
  const advances = new Map<string, number>();
  const advanceOf = (each: string): number => {
    const known = advances.get(each) ?? outlineOf(fonts, each).width;
    advances.set(each, known);
    return known;
  };
  return {
    readable: (text) => makeReadable(fonts, text),
    outline: (text) => outlineOf(fonts, text),
    widthOf: (text) => [...text].reduce((width, each) => width + advanceOf(each), 0),
  };
}
