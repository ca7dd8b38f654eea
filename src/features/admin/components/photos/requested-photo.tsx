import { useState } from "react";
import styles from "#src/features/admin/components/photos/photo-requests-app.module.css";
import type { HiddenPhoto, PhotoRequest } from "#src/features/admin/schema/photos.ts";
import { consoleFetch } from "#src/features/admin/components/console-fetch.ts";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Picture } from "#src/ui/picture.tsx";

const alt = (request: PhotoRequest) => `The photo of ${request.eventTitle} that this is about`;

/** A hidden photo has no address: it is shown to who decides about it, when they ask. */
function Hidden({ request }: { request: PhotoRequest }) {
  const [picture, setPicture] = useState<string | null>(null);
  const [word, setWord] = useState<string | null>(null);
  async function look(): Promise<void> {
    const answer = await consoleFetch<HiddenPhoto>(`/api/admin/photos/${request.id}/picture`);
    if (!answer.ok) return setWord(answer.message);
    setPicture(answer.value.picture);
    setWord(answer.value.picture === null ? "It cannot be shown here." : null);
  }
  if (picture !== null) return <img src={picture} alt={alt(request)} className={styles.picture} />;
  return word === null ? (
    <Button variant="quiet" onClick={() => void look()}>
      Look at it
    </Button>
  ) : (
    <p className={styles.quiet}>{word}</p>
  );
}

/** What a request is about. */
export function RequestedPhoto({ request }: { request: PhotoRequest }) {
  const { key, kind, isHidden, isShown, status } = request;
  const isThere = isShown || (!isHidden && status !== "deleted" && !isUploadKey(key));
  if (kind === "video") {
    return (
      <div className={styles.photo}>
        {isThere ? (
          <video
            src={`/images/${key}`}
            controls
            preload="metadata"
            className={styles.picture}
            aria-label={alt(request)}
          />
        ) : (
          // It is too large to be handed over like a picture.
          <p className={styles.quiet}>{isHidden ? "A hidden video plays again once it is shown." : "A video."}</p>
        )}
      </div>
    );
  }
  return (
    <div className={styles.photo}>
      {isThere && <Picture name={key} alt={alt(request)} sizes="200px" className={styles.picture} />}
      {!isThere && isHidden && isUploadKey(key) && <Hidden request={request} />}
      {!isThere && isHidden && !isUploadKey(key) && (
        <Picture name={key} alt={alt(request)} sizes="200px" className={styles.picture} />
      )}
    </div>
  );
}
