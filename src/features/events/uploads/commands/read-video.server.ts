import { fork } from "node:child_process";
import {
  type Box,
  boxesOf,
  BrokenBox,
  findBoxes,
  makeBox,
  remakeFragment,
  remakeMovie,
} from "#src/features/events/uploads/commands/video-boxes.server.ts";
import { VIDEO_BROKEN, VIDEO_TOO_LARGE } from "#src/features/events/uploads/messages.ts";
import { MOST_VIDEO_BYTES } from "#src/features/events/uploads/rules.ts";
import { projectPath } from "#src/shared/project-folder.server.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

const PROCESS = projectPath("src/features/events/uploads/commands/video-process.server.ts");
const MOST_MS = 30_000;
/** Limit for everything except samples: enough for two hours with the densest tables. */
const MOST_HEAD_BYTES = 8 * 1024 * 1024;

export type ReadVideo = { readonly width: number; readonly height: number; readonly bytes: Buffer };

/** A video without its samples. */
export type VideoToCheck = { readonly pieces: readonly { readonly at: number; readonly bytes: Uint8Array }[] };
export type VideoFacts = {
  readonly width: number;
  readonly height: number;
  /** RFC 6381 codec string, such as `avc1.64001e`. */
  readonly codec: string;
  /** Ids of the video and audio tracks. */
  readonly tracks: readonly number[];
  /** Byte ranges of their samples, in order. */
  readonly samples: readonly (readonly [start: number, end: number])[];
  /** Byte range of the first video sample. */
  readonly first: readonly [start: number, end: number];
};

/** Brands of .mp4 files that browsers play. */
const BRANDS = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|dby1|3gp[4-9]|f4v )$/;
/** Other brands that players may look for. */
const OTHER_BRANDS = /^(?:hvc1|hev1|av01|vp09|cmf[c2]|msdh|msix)$/;

/** Whether these bytes begin like an .mp4 file. */
export function isMp4(bytes: Buffer): boolean {
  return bytes.toString("latin1", 4, 8) === "ftyp" && BRANDS.test(bytes.toString("latin1", 8, 12));
}

/** The file type box, without brands that reveal the recording device. */
function remakeType(content: Buffer): Buffer {
  const brands = content.toString("latin1", 8).match(/.{4}/gs) ?? [];
  const kept = brands.filter((brand) => BRANDS.test(brand) || OTHER_BRANDS.test(brand));
  return makeBox("ftyp", content.subarray(0, 4), Buffer.alloc(4), Buffer.from(kept.join(""), "latin1"));
}

function checkVideo(video: VideoToCheck): Promise<VideoFacts | null> {
  const child = fork(PROCESS, {
    serialization: "advanced",
    timeout: MOST_MS,
    killSignal: "SIGKILL",
    // No settings or secrets.
    env: {},
    execArgv: ["--max-old-space-size=256"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new Promise((resolve) => {
    child.once("message", (facts) => resolve(facts as VideoFacts | null));
    // `exit` may come before a message that is still in the channel; `disconnect` comes after it.
    child.once("disconnect", () => resolve(null));
    child.once("error", () => resolve(null));
    child.send(video, (error) => {
      if (error) child.kill("SIGKILL");
    });
  });
}

/** Whether a sample is valid H.264: its length-prefixed units must fill it exactly (ISO/IEC 14496-15). */
function isCoded(bytes: Buffer, { codec, first: [start, end] }: VideoFacts): boolean {
  if (!/^(?:avc|hvc|hev)/.test(codec)) return true;
  let at = start;
  while (at + 4 <= end) at += 4 + bytes.readUInt32BE(at);
  return at === end && end > start;
}

/** A box of the file and its replacement. */
type Place = { readonly box: Box; readonly made: Buffer | null; at: number };

/** The new offset of a sample byte that was at `position`. */
function movedTo(places: readonly Place[], position: number): number {
  const place = places.find(({ box, made }) => made === null && position >= box.content && position <= box.end);
  if (!place) throw new BrokenBox();
  return place.at + 8 + position - place.box.content;
}

/** Updates the chunk offsets in a movie header. */
function moveChunks(moov: Buffer, places: readonly Place[]): void {
  const stbl = ["moov", "trak", "mdia", "minf", "stbl"];
  for (const { content, end } of findBoxes(moov, [...stbl, "stco"]))
    for (let at = content + 8; at < end; at += 4) moov.writeUInt32BE(movedTo(places, moov.readUInt32BE(at)), at);
  for (const { content, end } of findBoxes(moov, [...stbl, "co64"]))
    for (let at = content + 8; at < end; at += 8)
      moov.writeBigUInt64BE(BigInt(movedTo(places, Number(moov.readBigUInt64BE(at)))), at);
}

/** Updates the data offsets in a fragment header, which are relative to a position in the file or to the header. */
function moveRuns({ box, made, at: moofAt }: Place, places: readonly Place[]): void {
  if (made === null) return;
  for (const traf of findBoxes(made, ["moof", "traf"])) {
    const [head] = findBoxes(made, ["tfhd"], traf.content, traf.end);
    if (!head || head.end - head.content < 8) throw new BrokenBox();
    const hasBase = (made.readUInt32BE(head.content) & 1) === 1;
    const oldBase = hasBase ? Number(made.readBigUInt64BE(head.content + 8)) : box.at;
    if (hasBase) made.writeBigUInt64BE(BigInt(moofAt), head.content + 8);
    const [first, ...others] = findBoxes(made, ["trun"], traf.content, traf.end);
    for (const run of first ? [first, ...others] : []) {
      const isTold = (made.readUInt32BE(run.content) & 1) === 1;
      // A run without an offset follows the previous one; a first run without one would point into the header.
      if (!isTold && run === first) throw new BrokenBox();
      if (!isTold) continue;
      const position = oldBase + made.readInt32BE(run.content + 8);
      made.writeInt32BE(movedTo(places, position) - moofAt, run.content + 8);
    }
  }
}

/** Zeroes the bytes between samples: players ignore them, so they could hide data. */
function clearBetween(bytes: Buffer, { content, end }: Box, samples: VideoFacts["samples"]): void {
  let at = content;
  for (const [from, to] of samples) {
    if (to <= content || from >= end) continue;
    if (from > at) bytes.fill(0, at, from);
    at = Math.max(at, to);
  }
  if (at < end) bytes.fill(0, at, end);
}

/** Rebuilds the file in place. It never grows, because boxes keep their order and only get shorter. */
function rebuild(bytes: Buffer, boxes: readonly Box[], facts: VideoFacts): Buffer {
  const tracks = new Set(facts.tracks);
  const content = ({ content: start, end }: Box) => bytes.subarray(start, end);
  const remakes: Readonly<Record<string, (box: Box) => Buffer | null>> = {
    ftyp: (box) => remakeType(content(box)),
    moov: (box) => remakeMovie(content(box), tracks),
    moof: (box) => remakeFragment(content(box), tracks),
    mdat: () => null,
  };
  const places: Place[] = [];
  let length = 0;
  for (const box of boxes) {
    const remake = Object.hasOwn(remakes, box.type) ? remakes[box.type] : undefined;
    if (!remake) continue;
    const made = remake(box);
    places.push({ box, made, at: length });
    length += made === null ? 8 + box.end - box.content : made.length;
    if (length > box.end) throw new BrokenBox();
  }
  for (const place of places) {
    if (place.box.type === "moov" && place.made) moveChunks(place.made, places);
    if (place.box.type === "moof") moveRuns(place, places);
  }
  for (const { box, made, at } of places) {
    if (made !== null) {
      made.copy(bytes, at);
      continue;
    }
    clearBetween(bytes, box, facts.samples);
    bytes.copyWithin(at + 8, box.content, box.end);
    bytes.writeUInt32BE(8 + box.end - box.content, at);
    bytes.write("mdat", at + 4, "latin1");
  }
  return bytes.subarray(0, length);
}

/** Whether every sample is inside a media data box of the file. */
function areInside(samples: VideoFacts["samples"], boxes: readonly Box[]): boolean {
  const data = boxes.filter(({ type }) => type === "mdat");
  return samples.every(([start, end]) => data.some((box) => start >= box.content && end <= box.end));
}

/**
 * Strips a video to picture, sound and what playback needs. `invalid` if it is not playable. Modifies the given bytes in
 * place; the samples are never copied.
 */
export async function readVideo(bytes: Buffer): Promise<Result<ReadVideo>> {
  if (bytes.length > MOST_VIDEO_BYTES) return fail("too_large", VIDEO_TOO_LARGE);
  const broken = fail("invalid", VIDEO_BROKEN);
  const boxes = boxesOf(bytes, 0, bytes.length);
  if (!boxes || boxes.filter(({ type }) => type === "moov").length !== 1) return broken;
  const pieces = boxes
    .filter(({ type }) => ["ftyp", "moov", "moof", "mdat"].includes(type))
    .map(({ type, at, content, end }) => ({ at, bytes: bytes.subarray(at, type === "mdat" ? content : end) }));
  if (pieces.reduce((sum, piece) => sum + piece.bytes.length, 0) > MOST_HEAD_BYTES) return broken;
  const facts = await checkVideo({ pieces });
  if (!facts || !areInside(facts.samples, boxes) || !isCoded(bytes, facts)) return broken;
  try {
    return ok({ width: facts.width, height: facts.height, bytes: rebuild(bytes, boxes, facts) });
  } catch (error) {
    if (error instanceof BrokenBox || error instanceof RangeError) return broken;
    throw error;
  }
}
