import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { PHOTO_REQUEST_STATUSES, UPLOAD_KINDS } from "#src/shared/states.ts";

/** Uploaded pictures and videos. Their bytes are in the image store, under names that begin with the key. */
export const uploadedImages = pgTable(
  "uploaded_images",
  {
    /** See `shared/pictures-uploaded.ts`. Its random part grants access. */
    key: text("key").primaryKey(),
    /** SHA-256 of the uploaded bytes, in hex, to store a file once. */
    hash: text("hash").notNull().unique(),
    kind: text("kind", { enum: UPLOAD_KINDS }).notNull(),
    /** The first uploader. */
    ownerUserId: text("owner_user_id").references(() => users.userId, { onDelete: "set null" }),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** Total size of the stored variants. */
    bytes: integer("bytes").notNull(),
    createdAt: instant("created_at").notNull(),
    /** When it was last uploaded or used; unused, it is deleted a day later. */
    touchedAt: instant("touched_at").notNull(),
    /** Deleted by an organizer: the bytes are gone, and the same file is rejected. */
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    oneOf("uploaded_images_kind", table.kind, UPLOAD_KINDS),
    index("uploaded_images_by_owner").on(table.ownerUserId),
    index("uploaded_images_touched").on(table.touchedAt),
  ],
);
export type UploadedImageRow = typeof uploadedImages.$inferSelect;

/**
 * Metadata of an event's photo besides its place in `social_events.img_list`, which decides what is shown. Every upload
 * in use has a row; a stock picture only once it was hidden or kept.
 */
export const eventPhotos = pgTable(
  "event_photos",
  {
    eventId: text("event_id")
      .notNull()
      .references(() => socialEvents.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    addedByUserId: text("added_by_user_id").references(() => users.userId, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    hiddenAt: instant("hidden_at"),
    /** Its position in the list, from 1; null if it was only the cover. */
    hiddenPosition: integer("hidden_position"),
    hiddenCover: boolean("hidden_cover").notNull().default(false),
    /** An organizer reviewed and kept it: later requests do not hide it. */
    keptAt: instant("kept_at"),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.key] }),
    index("event_photos_by_key").on(table.key),
    index("event_photos_by_person").on(table.addedByUserId),
  ],
);

/** A request to take down a photo. */
export const photoRequests = pgTable(
  "photo_requests",
  {
    /** UUID v7. */
    id: text("id").primaryKey(),
    eventId: text("event_id")
      .notNull()
      .references(() => socialEvents.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    reason: text("reason").notNull(),
    /** The reply address, lower case; empty if none. */
    email: text("email").notNull().default(""),
    /** The requester, if signed in. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** The request hid the photo at once. */
    hid: boolean("hid").notNull().default(false),
    status: text("status", { enum: PHOTO_REQUEST_STATUSES }).notNull().default("open"),
    createdAt: instant("created_at").notNull(),
    decidedAt: instant("decided_at"),
  },
  (table) => [
    oneOf("photo_requests_status", table.status, PHOTO_REQUEST_STATUSES),
    index("photo_requests_open")
      .on(table.id)
      .where(sql`${table.status} = 'open'`),
    index("photo_requests_by_photo").on(table.key, table.eventId),
    index("photo_requests_by_person").on(table.userId, table.id),
    index("photo_requests_by_email")
      .on(table.email)
      .where(sql`${table.email} <> ''`),
  ],
);
export type PhotoRequestRow = typeof photoRequests.$inferSelect;
