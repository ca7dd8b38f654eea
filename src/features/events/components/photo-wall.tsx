import { Link } from "react-router";
import styles from "#src/features/events/components/photo-wall.module.css";
import { Gallery } from "#src/features/events/photos/components/gallery.tsx";
import type { EventView } from "#src/features/events/schema.ts";
import { type Day, longDate, weekdayName } from "#src/shared/dates.ts";

export type PastEvent = {
  readonly socialEventId: string;
  readonly title: string;
  readonly day: Day;
  readonly imgKey: string;
  readonly imgList: readonly string[];
  readonly photoCaptions: Readonly<Record<string, string>>;
  /** Number of further photos, which only the event's page shows. */
  readonly more: number;
};

const TILES_A_ROW = 3;
/** Tiles per event, which may have hundreds of photos. */
const MOST_TILES = 9;

/** The part of an event that the wall shows. */
export function pastEvent({ socialEventId, title, day, imgKey, imgList: all, photoCaptions }: EventView): PastEvent {
  const imgList = all.slice(0, MOST_TILES);
  const captions = Object.entries(photoCaptions).filter(([key]) => imgList.includes(key));
  const more = all.length - imgList.length;
  return { socialEventId, title, day, imgKey, imgList, photoCaptions: Object.fromEntries(captions), more };
}

/** Past events as an album: photos with their events' titles. */
export function PhotoWall({ events }: { events: readonly PastEvent[] }) {
  return (
    <ul className={styles.wall}>
      {events.map((event, index) => {
        const keys = event.imgList.length > 0 ? event.imgList : [event.imgKey].filter(Boolean);
        return (
          <li
            key={event.socialEventId}
            className={styles.event}
            style={{ "--tiles": Math.min(Math.max(keys.length, 1), TILES_A_ROW) } as React.CSSProperties}
          >
            <Gallery
              album={{
                eventId: event.socialEventId,
                title: event.title,
                cover: event.imgKey,
                photos: keys,
                captions: event.photoCaptions,
              }}
              sizes="(max-width: 47.99em) 92vw, 560px"
              priority={index === 0}
              className={styles.photos}
            />
            <div>
              <h2 className={styles.title}>
                <Link to={`/events/${event.socialEventId}`} className={styles.link}>
                  {event.title}
                </Link>
              </h2>
              <p className="quiet">
                <time dateTime={event.day}>
                  {weekdayName(event.day)}, {longDate(event.day)}
                </time>
                {event.more > 0 && (
                  <>
                    {" · "}
                    <Link to={`/events/${event.socialEventId}#photos`}>{event.more} more photos</Link>
                  </>
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
