import styles from "#src/features/events/components/event-article.module.css";
import { CopyButton } from "#src/features/events/components/copy-button.tsx";
import { EventAction, EventBanner, standingOf } from "#src/features/events/components/event-action.tsx";
import { Description, EventDetails } from "#src/features/events/components/event-details.tsx";
import { EventFacts } from "#src/features/events/components/event-facts.tsx";
import { EventMedia } from "#src/features/events/components/event-media.tsx";
import { JOIN_FOR_LOCATION } from "#src/features/events/messages.ts";
import type { EventView } from "#src/features/events/schema.ts";
import type { Day } from "#src/shared/dates.ts";
import { Picture } from "#src/ui/picture.tsx";

function Copying({ event }: { event: EventView }) {
  return (
    <div className={styles.copying}>
      <CopyButton label="Copy link" text={() => `${window.location.origin}/events/${event.socialEventId}`} />
      {event.location !== JOIN_FOR_LOCATION && (
        <CopyButton
          label="Copy location"
          text={() => [event.location, event.privateLocation].filter(Boolean).join(", ")}
        />
      )}
    </div>
  );
}

function Gallery({ event }: { event: EventView }) {
  if (!event.showPhotos || event.imgList.length === 0) return null;
  return (
    <section className={styles.gallery} aria-labelledby="photos">
      <h2 id="photos" className={styles.heading}>
        Photos
      </h2>
      <div className={styles.photos}>
        {event.imgList.map((key) => (
          <EventMedia
            key={key}
            mediaKey={key}
            cover={event.imgKey}
            title={event.title}
            sizes="(max-width: 47.99em) 46vw, 360px"
          />
        ))}
      </div>
    </section>
  );
}

function TextSection({ id, title, text }: { id: string; title: string; text: string }) {
  if (text === "") return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <Description text={text} />
    </section>
  );
}

/**
 * One event: first what one needs to decide and the action, then the picture, then the rest. On a desk that is two
 * columns, words and picture; on a phone the columns dissolve and the style sheet puts the picture second.
 */
export function EventArticle({ event, today }: { event: EventView; today: Day }) {
  const standing = standingOf(event, today);
  return (
    <article className={styles.event}>
      <div className={styles.column}>
        <div className={styles.head}>
          <p className={styles.kind}>{event.generalpublic ? event.chat : `${event.chat} · Close friends`}</p>
          <h1 className={styles.title} data-off={event.status === "cancelled" || undefined}>
            {event.title}
          </h1>
          <EventBanner standing={standing} />
          <EventFacts event={event} />
          <EventAction event={event} standing={standing} />
          <Copying event={event} />
        </div>
        <div className={styles.about}>
          <TextSection id="about" title="About" text={event.description} />
          <TextSection id="poll" title="Poll" text={event.pollText} />
          <Gallery event={event} />
        </div>
      </div>
      <div className={styles.column}>
        {event.imgKey !== "" && (
          <figure className={styles.cover}>
            <Picture name={event.imgKey} sizes="(max-width: 61.99em) 92vw, 560px" priority className={styles.picture} />
          </figure>
        )}
        <EventDetails event={event} />
      </div>
    </article>
  );
}
