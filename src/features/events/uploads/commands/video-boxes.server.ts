// An .mp4 consists of nested boxes: four bytes of size, four letters of type, content (ISO/IEC 14496-12). This file
// rebuilds a movie header from the boxes that players need. It drops all other boxes, and any bytes after the content
// of a kept one.

export type Box = { readonly type: string; readonly at: number; readonly content: number; readonly end: number };

/** Parses consecutive boxes; null if they do not fill the range exactly. */
export function boxesOf(bytes: Buffer, from: number, to: number): Box[] | null {
  const boxes: Box[] = [];
  let at = from;
  while (at < to) {
    if (at + 8 > to) return null;
    const short = bytes.readUInt32BE(at);
    if (short === 1 && at + 16 > to) return null;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    const content = at + (short === 1 ? 16 : 8);
    if (size < content - at || at + size > to) return null;
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), at, content, end: at + size });
    at += size;
  }
  return boxes;
}

/** An invalid box. Caught in `readVideo`, which returns a readable error. */
export class BrokenBox extends Error {}

export function makeBox(type: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + parts.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...parts]);
}

/** Rebuilds a box's content. */
type Remake = (content: Buffer) => Buffer;

function cut(content: Buffer, length: number): Buffer {
  if (!(length <= content.length)) throw new BrokenBox();
  return Buffer.from(content.subarray(0, length));
}

/** A box whose length depends on its version. */
const fixed =
  (ofVersion0: number, ofVersion1 = ofVersion0): Remake =>
  (content) =>
    cut(content, content[0] === 1 ? ofVersion1 : ofVersion0);

/** A table: a header and the declared number of entries. */
const table =
  (entry: number, ofVersion1 = entry): Remake =>
  (content) =>
    cut(content, 8 + cut(content, 8).readUInt32BE(4) * (content[0] === 1 ? ofVersion1 : entry));

const sizes: Remake = (content) => {
  const head = cut(content, 12);
  return cut(content, 12 + (head.readUInt32BE(4) === 0 ? head.readUInt32BE(8) * 4 : 0));
};

/** A movie, track or media header without its creation times. */
const undated =
  (ofVersion0: number, ofVersion1: number): Remake =>
  (content) => {
    const head = fixed(ofVersion0, ofVersion1)(content);
    return head.fill(0, 4, 4 + (head[0] === 1 ? 16 : 8));
  };

/** The track's type, without the name of the writing software. */
const handler: Remake = (content) => {
  const made = Buffer.alloc(25);
  cut(content, 12).copy(made, 8, 8, 12);
  return made;
};

/** A data reference to this file, without external locations. */
const here: Remake = () =>
  makeBox("dref", Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), makeBox("url ", Buffer.from([0, 0, 0, 1])));

type Keep = Readonly<Record<string, Remake>>;

/** Keeps only the listed boxes, each rewritten. */
function only(keep: Keep): Remake {
  return (content) => {
    const boxes = boxesOf(content, 0, content.length);
    if (!boxes) throw new BrokenBox();
    return Buffer.concat(
      boxes.flatMap(({ type, content: start, end }) => {
        const remake = Object.hasOwn(keep, type) ? keep[type] : undefined;
        return remake ? [makeBox(type, remake(content.subarray(start, end)))] : [];
      }),
    );
  };
}

const whole: Remake = (content) => Buffer.from(content);
/** Numeric color values only. */
const colors: Remake = (content) => cut(content, content.toString("latin1", 0, 4) === "nclx" ? 11 : 10);

const PICTURE_SETTINGS: Keep = {
  avcC: whole,
  hvcC: whole,
  av1C: whole,
  vpcC: whole,
  dvcC: whole,
  dvvC: whole,
  pasp: fixed(8),
  clap: fixed(32),
  btrt: fixed(12),
  mdcv: fixed(24),
  clli: fixed(4),
};
const SOUND_SETTINGS: Keep = {
  esds: whole,
  dOps: whole,
  dfLa: whole,
  dac3: whole,
  dec3: whole,
  damr: whole,
  btrt: fixed(12),
};

/** The video codec settings, without the encoder's name. */
const picture: Remake = (content) => {
  const head = cut(content, 78);
  head.fill(0, 8, 24).fill(0, 42, 74);
  const settings = content.subarray(78);
  // A color profile can hold anything, so only numeric color values are kept.
  const isColored = (boxesOf(settings, 0, settings.length) ?? []).some(
    ({ type, content: start }) => type === "colr" && /^ncl[cx]$/.test(settings.toString("latin1", start, start + 4)),
  );
  return Buffer.concat([head, only({ ...PICTURE_SETTINGS, ...(isColored && { colr: colors }) })(settings)]);
};
const sound: Remake = (content) => {
  const head = cut(content, 28);
  // Other versions are QuickTime's.
  if (head.readUInt16BE(8) !== 0) throw new BrokenBox();
  head.fill(0, 10, 16);
  return Buffer.concat([head, only(SOUND_SETTINGS)(content.subarray(28))]);
};

/** Codecs that browsers play. Everything else is removed, encrypted tracks too. */
const CODINGS: Keep = {
  ...Object.fromEntries(
    ["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "vp08", "vp09"].map((name) => [name, picture]),
  ),
  ...Object.fromEntries(["mp4a", "Opus", "fLaC", "ac-3", "ec-3", "samr"].map((name) => [name, sound])),
};
const codings: Remake = (content) => {
  const head = cut(content, 8);
  const entries = boxesOf(content, 8, content.length) ?? [];
  const isKnown = entries.length > 0 && entries.every(({ type }) => Object.hasOwn(CODINGS, type));
  if (!isKnown || entries.length !== head.readUInt32BE(4)) throw new BrokenBox();
  // Each must reference the only data source, this file.
  if (entries.some(({ content: start, end }) => end - start < 8 || content.readUInt16BE(start + 6) !== 1))
    throw new BrokenBox();
  return Buffer.concat([head, only(CODINGS)(content.subarray(8))]);
};

const SAMPLES: Keep = {
  stsd: codings,
  stts: table(8),
  ctts: table(8),
  stss: table(4),
  stsc: table(12),
  stsz: sizes,
  stco: table(4),
  co64: table(8),
};
const MEDIUM: Keep = { vmhd: fixed(12), smhd: fixed(8), dinf: here, stbl: only(SAMPLES) };
const TRACK: Keep = {
  tkhd: undated(84, 96),
  edts: only({ elst: table(12, 20) }),
  mdia: only({ mdhd: undated(24, 36), hdlr: handler, minf: only(MEDIUM) }),
};

const trackId = (content: Buffer, at: number) => cut(content, at + 4).readUInt32BE(at);
function idOfTrack(trak: Buffer): number {
  const head = boxesOf(trak, 0, trak.length)?.find(({ type }) => type === "tkhd");
  if (!head) throw new BrokenBox();
  return trackId(trak, head.content + (trak[head.content] === 1 ? 20 : 12));
}

/** The movie header with these tracks, and only what playback needs. */
export function remakeMovie(moov: Buffer, tracks: ReadonlySet<number>): Buffer {
  const inTracks =
    (idOf: (content: Buffer) => number, remake: Remake): Remake =>
    (content) =>
      tracks.has(idOf(content)) ? remake(content) : Buffer.alloc(0);
  const keep: Keep = {
    mvhd: undated(100, 112),
    trak: inTracks(idOfTrack, only(TRACK)),
    mvex: only({ mehd: fixed(8, 12), trex: inTracks((content) => trackId(content, 4), fixed(24)) }),
  };
  return makeBox("moov", withoutEmpty(only(keep)(moov)));
}

/** A fragment header with these tracks. The caller must update the sample offsets. */
export function remakeFragment(moof: Buffer, tracks: ReadonlySet<number>): Buffer {
  const traf: Remake = (content) => {
    const head = boxesOf(content, 0, content.length)?.find(({ type }) => type === "tfhd");
    if (!head || !tracks.has(trackId(content, head.content + 4))) return Buffer.alloc(0);
    return only({ tfhd: whole, tfdt: fixed(8, 12), trun: whole })(content);
  };
  return makeBox("moof", withoutEmpty(only({ mfhd: fixed(8), traf })(moof)));
}

/** Removes the emptied boxes of dropped tracks. */
function withoutEmpty(content: Buffer): Buffer {
  const boxes = boxesOf(content, 0, content.length) ?? [];
  return Buffer.concat(
    boxes.filter(({ content: start, end }) => end > start).map(({ at, end }) => content.subarray(at, end)),
  );
}

/** Every box of this type, however deep. */
export function findBoxes(bytes: Buffer, path: readonly string[], from = 0, to = bytes.length): Box[] {
  const [type, ...inner] = path;
  const found = (boxesOf(bytes, from, to) ?? []).filter((box) => box.type === type);
  return inner.length === 0 ? found : found.flatMap(({ content, end }) => findBoxes(bytes, inner, content, end));
}
