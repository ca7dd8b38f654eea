import { useEffect, useRef, useState } from "react";
import { FileButton } from "#src/features/events/uploads/components/file-button.tsx";
import styles from "#src/features/events/photos/components/photo-manager.module.css";
import { PhotoRow } from "#src/features/events/photos/components/photo-row.tsx";
import { UploadProgress } from "#src/features/events/uploads/components/upload-progress.tsx";
import { type UploadItem, useUploads } from "#src/features/events/uploads/components/use-uploads.ts";
import { ACCEPTED, PICTURE_MB, VIDEO_MB } from "#src/features/events/uploads/rules.ts";
import type { EventPhotos } from "#src/features/events/photos/schema.ts";
import { type MemberAnswer, memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";

type ManagerProps = { eventId: string; photos: EventPhotos; onPhotos: (photos: EventPhotos) => void };

function Upload({ item, onRetry, onRemove }: { item: UploadItem; onRetry: () => void; onRemove: () => void }) {
  if (item.state !== "failed") return <UploadProgress name={item.file.name} share={item.share} />;
  return (
    <Notice kind="error" title={item.file.name}>
      <p>{item.message}</p>
      <div className={styles.buttons}>
        {item.mayRetry && <Button onClick={onRetry}>Try again</Button>}
        <Button variant="quiet" onClick={onRemove}>
          Leave it out
        </Button>
      </div>
    </Notice>
  );
}

/** Changes photos with one call at a time, so that the newest response is the current state. */
function useChanges({ eventId, photos, onPhotos }: ManagerProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const newest = useRef(photos);
  useEffect(() => {
    newest.current = photos;
  }, [photos]);
  /** Builds the body when the call's turn comes, from the result of the earlier calls. */
  function ask(method: string, path: string, bodyOf?: (before: EventPhotos) => unknown) {
    const base = `/api/social-events/${encodeURIComponent(eventId)}/photos`;
    const answered = last.current.then(async (): Promise<MemberAnswer<EventPhotos>> => {
      const options = { method, ...(bodyOf && { body: bodyOf(newest.current) }) };
      const answer = await memberFetch<EventPhotos>(base + path, options);
      if (answer.ok) {
        newest.current = answer.value;
        onPhotos(answer.value);
      }
      return answer;
    });
    last.current = answered;
    return answered;
  }
  async function call(...asked: Parameters<typeof ask>): Promise<void> {
    const answer = await ask(...asked);
    setFailure(answer.ok ? null : answer.message);
  }
  return { failure, call, add: (key: string) => ask("POST", "", () => ({ key })) };
}

/** The order after moving a photo by `by` places. */
function movedOrder({ photos }: EventPhotos, key: string, by: number): string[] {
  const keys = photos.map((photo) => photo.key);
  const order = keys.filter((each) => each !== key);
  order.splice(Math.max(0, keys.indexOf(key) + by), 0, key);
  return order;
}

/** Lets hosts and organizers upload, caption, reorder and delete an event's photos. */
export function PhotoManager(props: ManagerProps) {
  const { photos } = props;
  const { failure, call, add } = useChanges(props);
  const uploads = useUploads(add);
  return (
    <div className={styles.manager}>
      <FileButton
        label="Add photos"
        hint={`JPEG, PNG, WebP or AVIF up to ${PICTURE_MB} MB, .mp4 up to ${VIDEO_MB} MB. Where and when they were taken is removed.`}
        accept={ACCEPTED.photos}
        multiple
        onFiles={uploads.add}
      />
      {uploads.items.length > 0 && (
        <ul className={styles.list} aria-label="On their way">
          {uploads.items.map((item) => (
            <li key={item.id}>
              <Upload item={item} onRetry={() => uploads.retry(item)} onRemove={() => uploads.remove(item.id)} />
            </li>
          ))}
        </ul>
      )}
      <FailureNotice words={failure} />
      {photos.photos.length > 0 && (
        <details className={styles.details}>
          <summary className={styles.summary}>Order, describe or delete photos</summary>
          <ol className={styles.list}>
            {photos.photos.map((photo, index) => (
              <PhotoRow
                key={photo.key}
                photo={photo}
                number={index + 1}
                isLast={index === photos.photos.length - 1}
                onMove={(by) => void call("PUT", "", (before) => ({ order: movedOrder(before, photo.key, by) }))}
                onCaption={(caption) => void call("PATCH", `/${encodeURIComponent(photo.key)}`, () => ({ caption }))}
                onDelete={() => void call("DELETE", `/${encodeURIComponent(photo.key)}`)}
              />
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
