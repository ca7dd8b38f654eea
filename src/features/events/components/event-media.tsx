import { useState } from "react";
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

/** A video that plays where it is; where it does not, a sentence in its room and the way to the file. */
function EventVideo({ mediaKey, caption, cover, title, className }: Omit<EventMediaProps, "sizes">) {
  const [isAway, setIsAway] = useState(false);
  const src = `/images/${encodeURIComponent(mediaKey)}`;
  if (isAway) {
    return (
      <div className={`${className} ${styles.away}`}>
        <p>The video does not load.</p>
        <a href={src} className={styles.way}>
          Open it by itself
        </a>
      </div>
    );
  }
  return (
    <video
      // It may have failed before scripts ran.
      ref={(video) => {
        if (video?.error) setIsAway(true);
      }}
      className={className}
      src={src}
      poster={cover === "" ? undefined : pictureUrl(cover, 960)}
      controls
      playsInline
      preload="metadata"
      aria-label={caption ?? `Video of ${title}`}
      onError={() => setIsAway(true)}
    />
  );
}

/** A photo or a video of an event, filling the room its parent gives it. */
export function EventMedia({ sizes, className = styles.media, ...about }: EventMediaProps) {
  const { mediaKey, caption, title } = about;
  if (isVideoKey(mediaKey)) return <EventVideo {...about} className={className} />;
  // Of the site's own pictures the manifest says what they show.
  const alt = caption ?? (mediaKey.startsWith("up-") ? `Photo of ${title}` : undefined);
  return <Picture name={mediaKey} sizes={sizes} className={className} {...(alt !== undefined && { alt })} />;
}
