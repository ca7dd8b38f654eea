import * as says from "#src/features/events/photos/messages.ts";
import { MOST_VIDEO_BYTES } from "#src/features/events/photos/rules.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// An .mp4 is boxes within boxes: four bytes of size, four letters of type, content. It is kept as it is, but for what
// tells where, when and with what it was filmed: those boxes become 'free', which players skip, filled with zeros, so
// that nothing else moves.

export type ReadVideo = { readonly width: number; readonly height: number; readonly bytes: Buffer };

type Box = { readonly type: string; readonly at: number; readonly content: number; readonly end: number };

/** Kinds that say what was filmed, not how it is played. */
const TELLING = new Set(["udta", "meta", "uuid"]);
const HOLDERS = new Set(["moov", "trak", "mdia", "minf", "moof", "traf"]);
/** Of boxes in boxes; a file that goes deeper is meant to harm. */
const DEEPEST = 6;
/** Picture, sound, subtitles, and the clock of a cut. */
const TRACKS = new Set(["vide", "soun", "text", "sbtl", "subt", "clcp", "tmcd"]);
/** What a file may call itself (its brand) to be an .mp4 that browsers play. */
const BRANDS = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|dby1|3gp[4-9]|f4v )$/;

/** The boxes of a stretch; null when they do not fit into it. */
function boxesOf(bytes: Buffer, from: number, to: number): Box[] | null {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= to) {
    const short = bytes.readUInt32BE(at);
    if (short === 1 && at + 16 > to) return null;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    const content = at + (short === 1 ? 16 : 8);
    if (size < content - at || at + size > to) return null;
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), at, content, end: at + size });
    at += size;
  }
  return at === to || boxes.length > 0 ? boxes : null;
}

/** Every box at every depth that matters, the outer before the inner; null when the file is broken. */
function walk(bytes: Buffer, from: number, to: number, depth = 0): Box[] | null {
  const boxes = depth > DEEPEST ? null : boxesOf(bytes, from, to);
  if (!boxes) return null;
  const all: Box[] = [];
  for (const box of boxes) {
    all.push(box);
    if (!HOLDERS.has(box.type)) continue;
    const inner = walk(bytes, box.content, box.end, depth + 1);
    if (!inner) return null;
    all.push(...inner);
  }
  return all;
}

/** What a head of a movie, track or medium says of when it was made. */
function forgetWhen(bytes: Buffer, { content, end }: Box): void {
  const length = bytes[content] === 1 ? 16 : 8;
  if (content + 4 + length <= end) bytes.fill(0, content + 4, content + 4 + length);
}

/** Width and height of a track, in pixels as they are shown; null for one without. */
function sizeOf(bytes: Buffer, { end }: Box): { width: number; height: number } | null {
  const [width, height] = [bytes.readUInt16BE(end - 8), bytes.readUInt16BE(end - 4)];
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Whether these bytes begin as an .mp4 does. */
export function isMp4(bytes: Buffer): boolean {
  return bytes.toString("latin1", 4, 8) === "ftyp" && BRANDS.test(bytes.toString("latin1", 8, 12));
}

/** Makes of a video what is kept of it: the same, without what it tells. The bytes given are changed. */
export function readVideo(bytes: Buffer): Result<ReadVideo> {
  if (bytes.length > MOST_VIDEO_BYTES) return fail("too_large", says.VIDEO_TOO_LARGE);
  const boxes = walk(bytes, 0, bytes.length);
  const of = (type: string) => boxes?.filter((box) => box.type === type) ?? [];
  const handlers = of("hdlr").map(({ content }) => bytes.toString("latin1", content + 8, content + 12));
  const size = of("tkhd")
    .map((box) => sizeOf(bytes, box))
    .find((each) => each !== null);
  if (!boxes || of("moov").length !== 1 || of("mdat").length === 0 || !handlers.includes("vide") || !size)
    return fail("invalid", says.VIDEO_BROKEN);
  // A handler stands in a track, or in the telling box that goes anyway.
  if (of("mdia").length !== handlers.filter((handler) => TRACKS.has(handler)).length)
    return fail("invalid", says.VIDEO_HAS_DATA);
  for (const box of boxes) {
    if (["mvhd", "tkhd", "mdhd"].includes(box.type)) forgetWhen(bytes, box);
    if (!TELLING.has(box.type)) continue;
    bytes.write("free", box.at + 4, "latin1");
    bytes.fill(0, box.content, box.end);
  }
  const width = Math.min(size.width, 9999);
  return ok({ width, height: Math.min(size.height, 9999), bytes });
}
