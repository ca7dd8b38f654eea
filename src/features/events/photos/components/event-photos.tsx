import { lazy, Suspense, useState } from "react";
import { useAsMember } from "#src/features/identity/components/use-as-member.ts";
import styles from "#src/features/events/photos/components/event-photos.module.css";
import { Gallery } from "#src/features/events/photos/components/gallery.tsx";
import type { EventPhotos } from "#src/features/events/photos/schema.ts";
import type { EventView } from "#src/features/events/schema.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import type { Day } from "#src/shared/dates.ts";

// Loaded on demand, because few people manage photos.
const PhotoManager = lazy(async () => {
  const { PhotoManager: component } = await import("#src/features/events/photos/components/photo-manager.tsx");
  return { default: component };
});

type ShownProps = { event: EventView; photos: EventPhotos | null; children?: React.ReactNode };

function Shown({ event, photos, children }: ShownProps) {
  const keys = photos?.photos.map(({ key }) => key) ?? (event.showPhotos ? event.imgList : []);
  const described = photos?.photos.filter(({ caption }) => caption !== "").map(({ key, caption }) => [key, caption]);
  const captions = described ? (Object.fromEntries(described) as Record<string, string>) : event.photoCaptions;
  if (keys.length === 0 && !children) return null;
  const { socialEventId: eventId, title, imgKey: cover } = event;
  return (
    <section className={styles.section} aria-labelledby="photos">
      <h2 id="photos" className={styles.heading}>
        Photos
      </h2>
      <Gallery
        album={{ eventId, title, cover, photos: keys, captions }}
        sizes="(max-width: 47.99em) 46vw, 360px"
        className={styles.photos}
      />
      {children}
    </section>
  );
}

/** Adds the actions of signed-in people. */
function MembersPhotos({ event }: { event: EventView }) {
  const [changed, setChanged] = useState<EventPhotos | null>(null);
  const read = useAsMember<EventPhotos>(`/api/social-events/${encodeURIComponent(event.socialEventId)}/photos`);
  const photos = changed ?? read;
  return (
    <Shown event={event} photos={photos?.canChange ? photos : null}>
      {photos?.canChange && (
        <Suspense>
          <PhotoManager eventId={event.socialEventId} photos={photos} onPhotos={setChanged} />
        </Suspense>
      )}
    </Shown>
  );
}

/** The photos section of an event page. Once the event has begun, hosts and organizers can change the photos here. */
export function EventPhotosSection({ event, today }: { event: EventView; today: Day }) {
  const isSignedIn = useSignedIn();
  return isSignedIn && event.day <= today ? <MembersPhotos event={event} /> : <Shown event={event} photos={null} />;
}
