import { useState } from "react";
import styles from "#src/features/events/components/event-media.module.css";
import { isVideoKey } from "#src/shared/pictures-uploaded.ts";
import { Picture, pictureUrl } from "#src/ui/picture.tsx";

type EventMediaProps = {
  /** Key of a photo, or of a video if it ends in .mp4. */
  mediaKey: string;
  /** The caption; undefined if none was written. */
  caption: string | undefined;
  /** The event's cover, which is a video's poster. */
  cover: string;
  title: string;
  sizes: string;
  /** The page's LCP image, if it is a photo. */
  priority?: boolean;
  /** Class of the picture or video itself. */
  className?: string | undefined;
};

/** A video that plays inline, with a link to the file as a fallback. */
function EventVideo({ mediaKey, caption, cover, title, className }: Omit<EventMediaProps, "sizes" | "priority">) {
  const [isAway, setIsAway] = useState(false);
  const src = `/images/${encodeURIComponent(mediaKey)}`;
  if (isAway) {
    return (
      <div className={`${className} ${styles.away}`}>
        <p>The video did not load.</p>
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
      poster={cover === "" ? undefined : pictureUrl(cover, 750)}
      controls
      playsInline
      preload="metadata"
      aria-label={caption ?? `Video of ${title}`}
      onError={() => setIsAway(true)}
    />
  );
}

/** A photo or video of an event that fills its parent. */
export function EventMedia({ sizes, priority = false, className = styles.media, ...about }: EventMediaProps) {
  const { mediaKey, caption, title } = about;
  if (isVideoKey(mediaKey)) return <EventVideo {...about} className={className} />;
  // The manifest has alt texts for the site's own pictures.
  const alt = caption ?? (mediaKey.startsWith("up-") ? `Photo of ${title}` : undefined);
  return (
    <Picture
      name={mediaKey}
      sizes={sizes}
      priority={priority}
      className={className}
      {...(alt !== undefined && { alt })}
    />
  );
}
