import styles from "#src/features/events/components/event-media.module.css";
import { isVideoKey } from "#src/shared/pictures-uploaded.ts";
import { Picture, pictureUrl } from "#src/ui/picture.tsx";

type EventMediaProps = {
  /** Of a photo, or of a video when it ends in .mp4. */
  mediaKey: string;
  /** What it shows; undefined when nobody said. */
  caption: string | undefined;
  /** The event's own picture: what a video shows until it plays. */
  cover: string;
  title: string;
  sizes: string;
  /** Of the picture or video itself. */
  className?: string | undefined;
};

/** A photo or a video of an event, filling the room its parent gives it. */
export function EventMedia({ mediaKey, caption, cover, title, sizes, className = styles.media }: EventMediaProps) {
  if (isVideoKey(mediaKey)) {
    return (
      <video
        className={className}
        src={`/images/${encodeURIComponent(mediaKey)}`}
        poster={cover === "" ? undefined : pictureUrl(cover, 960)}
        controls
        playsInline
        preload="metadata"
        aria-label={caption ?? `Video of ${title}`}
      />
    );
  }
  // Of the site's own pictures the manifest says what they show.
  const alt = caption ?? (mediaKey.startsWith("up-") ? `Photo of ${title}` : undefined);
  return <Picture name={mediaKey} sizes={sizes} className={className} {...(alt !== undefined && { alt })} />;
}
