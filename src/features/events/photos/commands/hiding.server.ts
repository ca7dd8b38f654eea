import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#src/db/connect.server.ts";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";

// Hiding a photo removes its key from the events that show it, and stores its position. An upload is hidden everywhere
// and its URL stops working; one of the site's own pictures is hidden in that event only.

export type PhotoOfEvent = { readonly eventId: string; readonly key: string };

/** SQL: the ids of the events that show or hide an upload, all of which lose it or get it back together. */
export const eventsWithUpload = (key: SQL) => sql`(
  select p.event_id from event_photos p where p.key = ${key} and starts_with(p.key, 'up-')
  union select c.id from social_events c where c.img_key = ${key} and starts_with(c.img_key, 'up-'))`;

/** Locks the events that show or hide a photo, in the order of their ids to prevent deadlocks. */
async function lockEventsOf(tx: Transaction, { eventId, key }: PhotoOfEvent): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from social_events where id = ${eventId} or id in ${eventsWithUpload(sql`${key}`)} order by id for update`,
  );
  return rows.map(({ id }) => id);
}

/** Hides a photo. Idempotent. Returns whether it was shown until now. */
export async function hidePhoto(tx: Transaction, photo: PhotoOfEvent, now: Date): Promise<boolean> {
  const { key } = photo;
  const eventIds = await lockEventsOf(tx, photo);
  const moment = sql`${now.toISOString()}::timestamptz`;
  // The site's own pictures stay as covers.
  const isCover = isUploadKey(key) ? sql`e.img_key = ${key}` : sql`false`;
  const shown = sql`e.id = any(${sql.param(eventIds)}::text[]) and (e.img_list @> array[${key}]::text[] or ${isCover})`;
  const { rowCount } = await tx.execute(sql`
    insert into event_photos (event_id, key, created_at, hidden_at, hidden_position, hidden_cover)
    select e.id, ${key}, ${moment}, ${moment}, array_position(e.img_list, ${key}::text), ${isCover}
    from social_events e where ${shown}
    on conflict (event_id, key) do update set hidden_at = excluded.hidden_at,
      hidden_position = excluded.hidden_position, hidden_cover = excluded.hidden_cover`);
  await tx.execute(sql`
    update social_events e set img_list = array_remove(e.img_list, ${key}::text),
      img_key = case when ${isCover} then '' else e.img_key end, updated_at = ${moment}
    where ${shown}`);
  return (rowCount ?? 0) > 0;
}

/** Shows a photo again at its former position, if that still exists. Idempotent. */
export async function showPhoto(tx: Transaction, photo: PhotoOfEvent, now: Date): Promise<void> {
  const { key } = photo;
  const eventIds = await lockEventsOf(tx, photo);
  const hidden = sql`p.key = ${key} and p.event_id = any(${sql.param(eventIds)}::text[]) and p.hidden_at is not null`;
  await tx.execute(sql`
    update social_events e set updated_at = ${now.toISOString()}::timestamptz,
      img_list = case when p.hidden_position is null or e.img_list @> array[${key}]::text[] then e.img_list
        else e.img_list[:p.hidden_position - 1] || ${key}::text || e.img_list[p.hidden_position:] end,
      img_key = case when p.hidden_cover and e.img_key = '' then ${key} else e.img_key end
    from event_photos p where p.event_id = e.id and ${hidden}`);
  await tx.execute(sql`
    update event_photos p set hidden_at = null, hidden_position = null, hidden_cover = false where ${hidden}`);
}

/** An organizer keeps the photo after review: takedown requests no longer hide it at once. */
export async function keepPhoto(tx: Transaction, { eventId, key }: PhotoOfEvent, now: Date): Promise<void> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into event_photos (event_id, key, created_at, kept_at) values (${eventId}, ${key}, ${moment}, ${moment})
    on conflict (event_id, key) do update set kept_at = excluded.kept_at`);
}

/**
 * Deletes a photo for good: removes it from every event and bans its key. The caller deletes an upload's bytes after
 * commit.
 */
export async function erasePhoto(tx: Transaction, photo: PhotoOfEvent, now: Date): Promise<void> {
  await hidePhoto(tx, photo, now);
  const { eventId, key } = photo;
  await tx.execute(sql`update social_events set photo_captions = photo_captions - ${key}::text
    where id in (select event_id from event_photos where key = ${key} and hidden_at is not null)`);
  await tx.execute(
    isUploadKey(key)
      ? sql`delete from event_photos where key = ${key}`
      : sql`delete from event_photos where key = ${key} and event_id = ${eventId}`,
  );
  await tx.execute(sql`update uploaded_images set deleted_at = ${now.toISOString()}::timestamptz where key = ${key}`);
}
