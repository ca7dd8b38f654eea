import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { oneOf } from "#src/db/closed-lists.ts";
import { instant } from "#src/db/instant.ts";
import { socialEvents } from "#src/db/tables/events.ts";
import { users } from "#src/db/tables/users.ts";
import { PHOTO_REQUEST_STATUSES, UPLOAD_KINDS } from "#src/shared/states.ts";

/** Pictures and videos that people sent. Their bytes are in the image store, under names that begin with the key. */
export const uploadedImages = pgTable(
  "uploaded_images",
  {
    /** See `shared/pictures-uploaded.ts`. Its random part is what lets somebody see the picture. */
    key: text("key").primaryKey(),
    /** SHA-256 of the bytes as they were sent, in hex: the same file is kept once. */
    hash: text("hash").notNull().unique(),
    kind: text("kind", { enum: UPLOAD_KINDS }).notNull(),
    /** Who sent it first. */
    ownerUserId: text("owner_user_id").references(() => users.userId, { onDelete: "set null" }),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** Of all that is stored of it. */
    bytes: integer("bytes").notNull(),
    createdAt: instant("created_at").notNull(),
    /** When it was last sent or put to use; unused, it stays a day from then. */
    touchedAt: instant("touched_at").notNull(),
    /** Deleted by an organizer: the bytes are gone, and the same file is not taken again. */
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
 * What is known of a photo of an event besides its place in `social_events.img_list`, which says what is shown. Every
 * upload that an event uses has a row; one of the site's own pictures only once it was hidden or kept.
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
    /** Where in the list it stood, from 1; null when it was only the cover. */
    hiddenPosition: integer("hidden_position"),
    hiddenCover: boolean("hidden_cover").notNull().default(false),
    /** An organizer looked at it and keeps it: from then on nobody else's request hides it. */
    keptAt: instant("kept_at"),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.key] }),
    index("event_photos_by_key").on(table.key),
    index("event_photos_by_person").on(table.addedByUserId),
  ],
);

/** Somebody asks that a photo be taken down. */
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
    /** Where they want an answer, lower case; empty when nowhere. */
    email: text("email").notNull().default(""),
    /** Who asked, when they were signed in. */
    userId: text("user_id").references(() => users.userId, { onDelete: "set null" }),
    /** It hid the photo at once. */
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
