import { useEffect, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import styles from "#src/features/events/takedowns/components/photo-requests-app.module.css";
import type { PhotoRequest } from "#src/features/events/takedowns/schema.ts";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Picture } from "#src/ui/picture.tsx";

const alt = ({ kind, eventTitle }: PhotoRequest) =>
  `The ${kind === "video" ? "video" : "photo"} of ${eventTitle} that this is about`;

function Video({ src, request }: { src: string; request: PhotoRequest }) {
  return <video src={src} controls preload="metadata" className={styles.picture} aria-label={alt(request)} />;
}

/** A hidden photo, which has no URL. Organizers load it on request. */
function Hidden({ request }: { request: PhotoRequest }) {
  const [src, setSrc] = useState<string | null>(null);
  const [word, setWord] = useState<string | null>(null);
  useEffect(() => (src === null ? undefined : () => URL.revokeObjectURL(src)), [src]);
  async function look(): Promise<void> {
    setWord("One moment…");
    const answer = await consoleFetch<Blob>(`/api/admin/photos/${request.id}/picture`, { as: "blob" });
    if (answer.ok) setSrc(URL.createObjectURL(answer.value));
    else setWord(answer.message);
  }
  if (src !== null) {
    if (request.kind === "video") return <Video src={src} request={request} />;
    return <img src={src} alt={alt(request)} className={styles.picture} />;
  }
  return word === null ? (
    <Button variant="quiet" onClick={() => void look()}>
      Look at it
    </Button>
  ) : (
    <p className="quiet" role="status">
      {word}
    </p>
  );
}

/** The requested photo. */
export function RequestedPhoto({ request }: { request: PhotoRequest }) {
  const { key, kind, isHidden, isShown, status } = request;
  // The site's own pictures keep their URL even if hidden.
  const isOpen = isShown || (!isUploadKey(key) && (isHidden || status !== "deleted"));
  return (
    <div className={styles.photo}>
      {isOpen && kind === "video" && <Video src={`/images/${key}`} request={request} />}
      {isOpen && kind === "picture" && (
        <Picture name={key} alt={alt(request)} sizes="200px" className={styles.picture} />
      )}
      {!isOpen && isHidden && <Hidden request={request} />}
    </div>
  );
}
