import styles from "#src/features/events/components/event-media.module.css";
import { Picture, pictureUrl } from "#src/ui/picture.tsx";

type EventMediaProps = {
  /** Of a photo, or of a video when it ends in .mp4. */
  mediaKey: string;
  /** The event's own picture: what a video shows until it plays. */
  cover: string;
  title: string;
  sizes: string;
};

/** A photo or a video of an event, filling the room its parent gives it. */
export function EventMedia({ mediaKey, cover, title, sizes }: EventMediaProps) {
  if (mediaKey.toLowerCase().endsWith(".mp4")) {
    return (
      <video
        className={styles.media}
        src={`/images/${encodeURIComponent(mediaKey)}`}
        poster={cover === "" ? undefined : pictureUrl(cover, 960)}
        controls
        playsInline
        preload="metadata"
        aria-label={`Video of ${title}`}
      />
    );
  }
  return (
    <figure className={styles.frame}>
      <Picture name={mediaKey} sizes={sizes} className={styles.media} />
    </figure>
  );
}
