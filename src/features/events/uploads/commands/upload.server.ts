import { createHash, randomBytes } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import type { App } from "#src/context/app.ts";
import type { Transaction } from "#src/db/connect.server.ts";
import { uploadedImages, type UploadedImageRow } from "#src/db/tables/images.ts";
import { type ReadPicture, readPicture } from "#src/features/events/uploads/commands/read-picture.server.ts";
import { isMp4, readVideo } from "#src/features/events/uploads/commands/read-video.server.ts";
import {
  COVER_NOT_A_PICTURE,
  LOGO_OF_ANOTHER,
  NOT_A_PICTURE,
  PERSON_FULL,
  SITE_FULL,
  STORE_AWAY,
  UPLOADS_BUSY,
  UPLOAD_TOO_LARGE,
  WAS_TAKEN_DOWN,
  UPLOAD_GONE,
} from "#src/features/events/uploads/messages.ts";
import { MOST_VIDEO_BYTES } from "#src/features/events/uploads/rules.ts";
import type { Uploaded } from "#src/features/events/uploads/schema.ts";
import { viewUpload } from "#src/features/events/uploads/view.ts";
import { Gate } from "#src/http/gate.server.ts";
import { countUse } from "#src/http/rate-limit.server.ts";
import type { ReadFile } from "#src/http/read-file.server.ts";
import type { Person } from "#src/policy/viewer.ts";
import { StoreUnavailable } from "#src/ports/image-store/port.ts";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";
import { fail, ok, type Result } from "#src/shared/result.ts";

// Per person, across devices.
const UPLOADS = { name: "uploads", max: 120, windowSeconds: 3600 };

/** Limits of bodies in memory, pictures being processed and pictures queued: for two cores and a few hundred MB. */
const [MOST_BODIES, MOST_AT_WORK, MOST_WAITING] = [4, 2, 16];
/** Bodies per person, as many as our page sends at once. A slow upload takes its slot for minutes. */
const MOST_OF_A_PERSON = 2;
/** Slots for all second bodies together, so that two people can't take every slot. */
const MOST_SECONDS = 1;
const BUSY = fail("unavailable", UPLOADS_BUSY, { retryAfterSeconds: 5 });

type Gates = {
  readonly bodies: Gate;
  readonly seconds: Gate;
  readonly work: Gate;
  readonly people: Map<string, Gate>;
  /** People whose first body is being received. */
  readonly senders: Set<string>;
};
const gates = new WeakMap<App, Gates>();

function gatesOf(app: App): Gates {
  const known = gates.get(app) ?? {
    bodies: new Gate(MOST_BODIES, MOST_WAITING),
    work: new Gate(MOST_AT_WORK, MOST_BODIES),
    seconds: new Gate(MOST_SECONDS, MOST_WAITING),
    people: new Map<string, Gate>(),
    senders: new Set<string>(),
  };
  gates.set(app, known);
  return known;
}

/** A processed upload: its row and its files, whose names begin with its key. */
type Ready = {
  readonly row: Pick<UploadedImageRow, "key" | "kind" | "width" | "height" | "bytes">;
  readonly parts: ReadPicture["parts"];
};

const PICTURES: readonly (readonly [string, (bytes: Buffer) => boolean])[] = [
  ["jpeg", (bytes) => bytes.readUIntBE(0, 3) === 0xffd8ff],
  ["png", (bytes) => bytes.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n"],
  ["webp", (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP"],
  ["avif", (bytes) => /^ftypavi[fs]$/.test(bytes.toString("latin1", 4, 12))],
  ["heic", (bytes) => /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(bytes.toString("latin1", 4, 12))],
];

/** Detects the type by the first bytes, regardless of the file name. */
function kindOf(bytes: Buffer): string | null {
  if (bytes.length < 32) return null;
  if (isMp4(bytes)) return "mp4";
  return PICTURES.find(([, isSo]) => isSo(bytes))?.[0] ?? null;
}

async function prepare(bytes: Buffer): Promise<Result<Ready>> {
  const kind = kindOf(bytes);
  if (kind === null) return fail("unsupported_media_type", NOT_A_PICTURE);
  const start = `up-${randomBytes(16).toString("hex")}`;
  if (kind === "mp4") {
    const video = await readVideo(bytes);
    if (!video.ok) return video;
    const { width, height, bytes: kept } = video.value;
    const row = { key: `${start}-${width}x${height}.mp4`, kind: "video", width, height, bytes: kept.length } as const;
    return ok({ row, parts: [{ ending: "", type: "video/mp4", bytes: kept }] });
  }
  const picture = await readPicture(bytes, kind === "heic");
  if (!picture.ok) return picture;
  const { width, height, color, parts } = picture.value;
  const total = parts.reduce((sum, part) => sum + part.bytes.length, 0);
  const row = { key: `${start}-${width}x${height}-${color}`, kind: "picture", width, height, bytes: total } as const;
  return ok({ row, parts });
}

/** Finds an existing upload with these bytes and marks it as recently used. */
async function findSame(app: App, hash: string): Promise<Result<Uploaded> | null> {
  const [row] = await app.db
    .update(uploadedImages)
    .set({ touchedAt: app.clock.now() })
    .where(eq(uploadedImages.hash, hash))
    .returning();
  if (!row) return null;
  return row.deletedAt === null ? ok(viewUpload(row)) : fail("conflict", WAS_TAKEN_DOWN);
}

/**
 * Writes the bytes before the row, so that every row has its bytes. Bytes without a row are harmless and deleted later.
 */
async function keep(app: App, owner: Person, hash: string, { row, parts }: Ready): Promise<Result<Uploaded>> {
  const names = parts.map(({ ending }) => row.key + ending);
  const forget = () => app.images.delete(names).catch(() => undefined);
  try {
    for (const { ending, type, bytes } of parts) await app.images.put(row.key + ending, bytes, type);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    app.log.warn({ error: error.message }, "an upload was not kept");
    void forget();
    return fail("unavailable", STORE_AWAY, { retryAfterSeconds: 60 });
  }
  const now = app.clock.now();
  const made = await app.db.transaction(async (tx): Promise<Result<UploadedImageRow | undefined>> => {
    // Serializes quota checks, so that two uploads can't use the same space.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('upload quota'))`);
    const refused = await whyFull(app, tx, owner, row.bytes);
    if (refused) return refused;
    const [noted] = await tx
      .insert(uploadedImages)
      .values({ ...row, hash, ownerUserId: owner.userId, createdAt: now, touchedAt: now })
      // If a concurrent upload of the same file came first, keep that one.
      .onConflictDoNothing({ target: uploadedImages.hash })
      .returning();
    return ok(noted);
  });
  if (made.ok && made.value) return ok(viewUpload(made.value));
  await forget();
  if (!made.ok) return made;
  return (await findSame(app, hash)) ?? BUSY;
}

/** Why `bytes` more would exceed the person's quota; null if there is space. Deleted uploads don't count. */
async function whyFull(
  app: App,
  db: Pick<App["db"], "execute">,
  { userId }: Person,
  bytes: number,
): Promise<Result<never> | null> {
  const { rows } = await db.execute<{ person: string; site: string }>(sql`select
    coalesce(sum(bytes) filter (where owner_user_id = ${userId}), 0) as person, coalesce(sum(bytes), 0) as site
    from uploaded_images where deleted_at is null`);
  const { person, site } = app.config.uploadQuota;
  if (Number(rows[0]?.person) + bytes > person) return fail("conflict", PERSON_FULL);
  return Number(rows[0]?.site) + bytes > site ? fail("conflict", SITE_FULL) : null;
}

async function receive(app: App, owner: Person, bytes: Buffer): Promise<Result<Uploaded>> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const same = await findSame(app, hash);
  if (same) return same;
  // An early check to save work. It is repeated under the lock, once the stored size is known.
  const full = await whyFull(app, app.db, owner, 1);
  if (full) return full;
  const ready = await gatesOf(app).work.pass(() => prepare(bytes));
  if (ready === null) return BUSY;
  return ready.ok ? keep(app, owner, hash, ready.value) : ready;
}

/** Runs `work` in the person's first slot if that is free, else in a second one. */
async function passAsSender<T>({ bodies, seconds, senders }: Gates, userId: string, work: () => Promise<T>) {
  if (senders.has(userId)) return seconds.pass(() => bodies.pass(work));
  senders.add(userId);
  try {
    return await bodies.pass(work);
  } finally {
    senders.delete(userId);
  }
}

/** Runs `work` once a slot is free, within the person's limit; null if none becomes free. */
async function passGates<T>(app: App, { userId }: Person, work: () => Promise<T>): Promise<T | null> {
  const all = gatesOf(app);
  const { people } = all;
  const own = people.get(userId) ?? new Gate(MOST_OF_A_PERSON, MOST_WAITING);
  people.set(userId, own);
  try {
    return await own.pass(() => passAsSender(all, userId, work));
  } finally {
    if (own.isEmpty) people.delete(userId);
  }
}

/**
 * Receives a picture or video, detected by content, not by name. Removes metadata and makes the sizes that pages show.
 * The same bytes are stored once. Unused uploads are deleted after a day.
 */
export async function receiveUpload(app: App, owner: Person, readFile: ReadFile): Promise<Result<Uploaded>> {
  const allowed = await countUse(app, UPLOADS, owner.sub);
  if (!allowed.ok) return allowed;
  const taken = await passGates(app, owner, async () => {
    const bytes = await readFile({ maxBytes: MOST_VIDEO_BYTES, tooLarge: UPLOAD_TOO_LARGE });
    return bytes.ok ? receive(app, owner, bytes.value) : bytes;
  });
  return taken ?? BUSY;
}

/**
 * Marks an upload as used, in the caller's transaction. Fails if it does not exist (anymore). Other names are the
 * site's own pictures and need no marking.
 */
export async function takeUpload(
  tx: Pick<App["db"], "update">,
  key: string,
  now: Date,
): Promise<Result<UploadedImageRow["kind"]>> {
  const [row] = await tx
    .update(uploadedImages)
    .set({ touchedAt: now })
    .where(and(eq(uploadedImages.key, key), sql`${uploadedImages.deletedAt} is null`))
    .returning({ kind: uploadedImages.kind });
  return row ? ok(row.kind) : fail("invalid", UPLOAD_GONE, { fields: { key: UPLOAD_GONE } });
}

/** Uses an upload as an event's cover: it must exist and be a picture. Other names must be the site's own pictures. */
export async function takeCover(tx: Pick<App["db"], "update">, key: string, now: Date): Promise<Result<void>> {
  if (!isUploadKey(key)) return ok(undefined);
  const kind = await takeUpload(tx, key, now);
  if (kind.ok && kind.value === "picture") return ok(undefined);
  const sentence = kind.ok ? COVER_NOT_A_PICTURE : kind.failure.message;
  return fail("invalid", sentence, { fields: { imgKey: sentence } });
}

/**
 * Uses an upload as the group's logo. It must not be another person's, because a logo stays when who sent it is deleted.
 */
export async function takeLogo(
  tx: Transaction,
  key: string,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<Result<void>> {
  const taken = await takeUpload(tx, key, now);
  if (!taken.ok) return fail("invalid", UPLOAD_GONE, { fields: { logo: UPLOAD_GONE } });
  const others = and(eq(uploadedImages.key, key), ne(uploadedImages.ownerUserId, userId));
  return (await tx.$count(uploadedImages, others)) === 0
    ? ok(undefined)
    : fail("invalid", LOGO_OF_ANOTHER, { fields: { logo: LOGO_OF_ANOTHER } });
}
