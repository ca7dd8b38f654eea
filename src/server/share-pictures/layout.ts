import type { Letters, Outline } from "#src/server/share-pictures/letters.ts";
import type { ShareCard } from "#src/shared/share-card.server.ts";

/** The size that link previews expect. */
export const WIDTH = 1200;
export const HEIGHT = 630;

const MARGIN = 72;
const ROOM = WIDTH - 2 * MARGIN;
const INK = "#14212b";
const SUN = "#f6c445";
const PAPER = "#fbf6ec";

// The largest heading that fits three lines; at the smallest size it is truncated.
const SIZES = [104, 88, 74, 62, 52];
const MOST_LINES = 3;
const LEADING = 1.06;
// An upper bound for three lines at the smallest size.
const MOST_CHARACTERS = 240;

type Line = { readonly text: string; readonly outline: Outline };

/** Splits a long word into parts that fit a line: a URL has no spaces. */
function fitWord(word: string, letters: Letters, room: number): string[] {
  if (letters.widthOf(word) <= room) return [word];
  const parts: string[] = [];
  let part = "";
  for (const each of word) {
    if (part !== "" && letters.widthOf(part + each) > room) {
      parts.push(part);
      part = "";
    }
    part += each;
  }
  return [...parts, part];
}

/** Breaks text into lines of at most `room` ems. */
export function breakLines(text: string, letters: Letters, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((each) => fitWord(each, letters, room))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (letters.widthOf(longer) <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** Returns the text, truncated with an ellipsis if it does not fit. */
function cutToRoom(text: string, letters: Letters, room: number): string {
  if (letters.widthOf(text) <= room) return text;
  let kept = [...text];
  while (kept.length > 0 && letters.widthOf(`${kept.join("")}…`) > room) kept = kept.slice(0, -1);
  return `${kept.join("").trimEnd()}…`;
}

function fitHeading(text: string, letters: Letters): { size: number; lines: string[] } {
  for (const size of SIZES) {
    const lines = breakLines(text, letters, ROOM / size);
    if (lines.length <= MOST_LINES) return { size, lines };
  }
  const size = SIZES.at(-1) ?? 52;
  const lines = breakLines(text, letters, ROOM / size);
  const rest = lines.slice(MOST_LINES - 1).join(" ");
  return { size, lines: [...lines.slice(0, MOST_LINES - 1), cutToRoom(rest, letters, ROOM / size)] };
}

function draw({ outline }: Line, x: number, y: number, size: number, fill: string): string {
  return `<path transform="translate(${x} ${y}) scale(${size})" fill="${fill}" d="${outline.path}"/>`;
}

/** The flag in the upper corner. */
function drawFlag(flag: string, letters: Letters): string {
  const text = letters.readable(flag);
  if (text === "") return "";
  const line = { text, outline: letters.outline(text) };
  const width = line.outline.width * 34 + 56;
  const x = WIDTH - MARGIN - width;
  return `<rect x="${x}" y="56" width="${width}" height="64" rx="32" fill="${SUN}"/>${draw(line, x + 28, 100, 34, INK)}`;
}

/** A scrim dark enough for white text on any picture. */
function drawShade(top: number): string {
  const share = (y: number) => Math.max(0, Math.round((y / HEIGHT) * 100) / 100);
  const stop = (y: number, opacity: number) =>
    `<stop offset="${share(y)}" stop-color="${INK}" stop-opacity="${opacity}"/>`;
  const stops = [stop(0, 0.04), stop(top - 130, 0.1), stop(top, 0.52), stop(HEIGHT, 0.86)].join("");
  return `<defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`;
}

/** The overlay as one SVG. All text is outlines. */
export function drawWords(card: ShareCard, letters: Letters): string {
  const small = card.lines.map((line) => letters.readable(line)).filter((line) => line !== "");
  const heading = letters.readable(card.heading).slice(0, MOST_CHARACTERS);
  const { size, lines } = fitHeading(heading, letters);
  // From the bottom up: facts, heading, day.
  const parts: string[] = [];
  let y = HEIGHT - MARGIN;
  for (const line of small.toReversed()) {
    const text = cutToRoom(line, letters, ROOM / 36);
    parts.push(draw({ text, outline: letters.outline(text) }, MARGIN, y, 36, PAPER));
    y -= 50;
  }
  y -= 12;
  for (const text of lines.toReversed()) {
    parts.push(draw({ text, outline: letters.outline(text) }, MARGIN - size * 0.03, y, size, "#ffffff"));
    y -= size * LEADING;
  }
  const top = cutToRoom(letters.readable(card.top), letters, ROOM / 40);
  parts.push(draw({ text: top, outline: letters.outline(top) }, MARGIN, y + 10, 40, SUN));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawShade(y - 30)}${parts.join("")}${drawFlag(card.flag, letters)}</svg>`;
}
