import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font } from "fontkit";

// Text becomes outlines here, so that a picture looks the same on a machine that has no font at all. The display font
// comes as one file a script; its default weight is the heaviest, which is the one that is drawn.
const FILES = ["latin", "latin-ext", "vietnamese"].map(
  (script) => `@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${script}-wght-normal.woff2`,
);

// Characters that our font leaves out and that something similar can stand for.
const STAND_INS: Readonly<Record<string, string>> = { "\u00a0": " ", "\u2011": "-", "\u2010": "-", "\u202f": " " };

/** Text as the path of an SVG at 1 unit an em; its width in ems. */
export type Outline = { readonly path: string; readonly width: number };

export type Letters = {
  /** The text as far as it can be drawn: one line, other characters left out. Empty when too little is left to read. */
  readable(text: string): string;
  outline(text: string): Outline;
  /** Its width in ems, without drawing it: to try how text breaks. Kerning makes it narrower by a hair. */
  widthOf(text: string): number;
};

/** Takes out of a text what no font of ours has. */
function makeReadable(fonts: readonly Font[], text: string): string {
  const wanted = [...text.normalize("NFC").replace(/\s+/g, " ").trim()].map((each) => STAND_INS[each] ?? each);
  const drawn = wanted.filter((each) => fonts.some((font) => font.hasGlyphForCodePoint(each.codePointAt(0) ?? 0)));
  const letters = (characters: readonly string[]) => characters.filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
  // Half a title misleads more than none.
  return letters(drawn) * 2 > letters(wanted) ? drawn.join("").replace(/\s+/g, " ").trim() : "";
}

/** Pieces of text that one font can draw, in order. */
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
      // Fonts count upwards, pictures downwards.
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

/** Reads the fonts: a tenth of a second, once. */
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
