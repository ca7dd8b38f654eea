import { Link } from "react-router";
import styles from "#src/features/events/components/photo-wall.module.css";
import { Gallery } from "#src/features/events/photos/components/gallery.tsx";
import { type Day, longDate } from "#src/shared/dates.ts";

export type PastEvent = {
  readonly socialEventId: string;
  readonly title: string;
  readonly day: Day;
  readonly imgKey: string;
  readonly imgList: readonly string[];
  readonly photoCaptions: Readonly<Record<string, string>>;
};

const TILES_A_ROW = 3;

/** Past events as one finds them in an album: the photos, and what they are of. */
export function PhotoWall({ events }: { events: readonly PastEvent[] }) {
  return (
    <ul className={styles.wall}>
      {events.map((event) => {
        const keys = event.imgList.length > 0 ? event.imgList : [event.imgKey].filter(Boolean);
        return (
          <li
            key={event.socialEventId}
            className={styles.event}
            style={{ "--tiles": Math.min(Math.max(keys.length, 1), TILES_A_ROW) } as React.CSSProperties}
          >
            <div className={styles.words}>
              <h2 className={styles.title}>
                <Link to={`/events/${event.socialEventId}`} className={styles.link}>
                  {event.title}
                </Link>
              </h2>
              <p className={styles.date}>
                <time dateTime={event.day}>{longDate(event.day)}</time>
              </p>
            </div>
            <Gallery
              album={{
                eventId: event.socialEventId,
                title: event.title,
                cover: event.imgKey,
                photos: keys,
                captions: event.photoCaptions,
              }}
              sizes="(max-width: 47.99em) 92vw, 560px"
              className={styles.photos}
            />
          </li>
        );
      })}
    </ul>
  );
}
