import { useEffect, useRef, useState } from "react";
import IconChevronLeft from "@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs";
import IconChevronRight from "@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs";
import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { EventMedia } from "#src/features/events/components/event-media.tsx";
import type { Album } from "#src/features/events/photos/components/album.ts";
import styles from "#src/features/events/photos/components/lightbox.module.css";
import { TakedownDialog } from "#src/features/events/takedowns/components/takedown-dialog.tsx";
import { isVideoKey } from "#src/shared/pictures-uploaded.ts";
import { useBackCloses } from "#src/ui/use-back-closes.ts";

/** Horizontal swipe distance in pixels that shows the next photo. */
const SWIPE = 48;

type LightboxProps = {
  album: Album;
  first: string;
  /** Photos that were taken down while it is open. */
  gone: readonly string[];
  onGone: (photo: string) => void;
  onClose: () => void;
};

/** Opens a native modal dialog, which traps and restores the focus. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return dialog;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Arrow keys and horizontal swipes call `onStep` with 1 or -1. */
function useSteps(dialog: React.RefObject<HTMLDialogElement | null>, onStep: (step: number) => void): void {
  const start = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      // In a video the arrow keys seek.
      if (step !== undefined && !(event.target instanceof HTMLVideoElement)) onStep(step);
    };
    const onTouch = ({ touches }: TouchEvent) => {
      const touch = touches.item(0);
      // Two fingers zoom.
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    };
    const onTouchEnd = ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0);
      if (!start.current || !touch) return;
      const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) onStep(x < 0 ? 1 : -1);
    };
    dialog.current?.addEventListener("keydown", onKey, { signal });
    dialog.current?.addEventListener("touchstart", onTouch, { signal, passive: true });
    dialog.current?.addEventListener("touchend", onTouchEnd, { signal });
    return () => listening.abort();
  });
}

/** The bar under a photo: its number, its caption, and a takedown button. */
function Words({ at, album, onAsk }: { at: number; album: Album; onAsk: () => void }) {
  const photo = album.photos[at] ?? "";
  const caption = album.captions[photo];
  return (
    <div className={styles.words}>
      <p role="status">
        <span className={styles.count}>
          {at + 1} of {album.photos.length}
        </span>
        {caption === undefined ? album.title : caption}
      </p>
      <button type="button" className={styles.ask} onClick={onAsk}>
        Ask us to take this {isVideoKey(photo) ? "video" : "photo"} down
      </button>
    </div>
  );
}

function Large({ photo, album: { captions, cover, title } }: { photo: string; album: Album }) {
  const about = { mediaKey: photo, caption: captions[photo], cover, title };
  return <EventMedia {...about} sizes="100vw" className={styles.media} />;
}

function Ways({ onStep }: { onStep: (step: 1 | -1) => void }) {
  return (
    <>
      <button type="button" className={styles.previous} onClick={() => onStep(-1)}>
        <IconChevronLeft size={28} aria-hidden />
        <span className="visually-hidden">Previous photo</span>
      </button>
      <button type="button" className={styles.next} onClick={() => onStep(1)}>
        <IconChevronRight size={28} aria-hidden />
        <span className="visually-hidden">Next photo</span>
      </button>
    </>
  );
}

/** Full-screen photo viewer: arrow keys, buttons or swipes change the photo; Escape or Back closes. */
export function Lightbox({ album: { photos: all, ...about }, first, gone, onGone, onClose }: LightboxProps) {
  const dialog = useModal();
  useBackCloses(true, onClose);
  const photos = all.filter((photo) => !gone.includes(photo));
  const [index, setIndex] = useState(Math.max(0, photos.indexOf(first)));
  const [isAsking, setIsAsking] = useState(false);
  const at = Math.min(index, photos.length - 1);
  const photo = photos[at];
  const step = (by: number) => setIndex((at + by + photos.length) % photos.length);
  useSteps(dialog, step);
  const album = { ...about, photos };

  // Close after the last photo was taken down.
  useEffect(() => {
    if (photo === undefined && !isAsking) onClose();
  }, [photo, isAsking, onClose]);

  return (
    <>
      <dialog
        ref={dialog}
        className={styles.lightbox}
        aria-label={`Photos of ${album.title}`}
        onClose={({ currentTarget }) => !currentTarget.open && onClose()}
      >
        <div className={styles.stage}>{photo !== undefined && <Large key={photo} photo={photo} album={album} />}</div>
        {photos.length > 1 && <Ways onStep={step} />}
        <button type="button" className={styles.close} onClick={onClose}>
          <IconX size={26} aria-hidden />
          <span className="visually-hidden">Close</span>
        </button>
        {photo !== undefined && <Words at={at} album={album} onAsk={() => setIsAsking(true)} />}
      </dialog>
      {isAsking && photo !== undefined && (
        <TakedownDialog
          eventId={album.eventId}
          photo={photo}
          onClose={(isHidden) => {
            setIsAsking(false);
            if (isHidden) onGone(photo);
          }}
        />
      )}
    </>
  );
}
