import { lazy, useState } from "react";
import IconMaximize from "@tabler/icons-react/dist/esm/icons/IconMaximize.mjs";
import { EventMedia } from "#src/features/events/components/event-media.tsx";
import type { Album } from "#src/features/events/photos/components/album.ts";
import styles from "#src/features/events/photos/components/gallery.module.css";
import { isVideoKey } from "#src/shared/pictures-uploaded.ts";
import { pictureUrl } from "#src/ui/picture.tsx";
import { LateDialog } from "#src/ui/late-dialog.tsx";

// Loaded only when someone opens a photo.
const Lightbox = lazy(async () => {
  const { Lightbox: component } = await import("#src/features/events/photos/components/lightbox.tsx");
  return { default: component };
});

type TileProps = { album: Album; photo: string; sizes: string; priority: boolean; onOpen: () => void };

/** A photo that opens the lightbox, or its file without scripts. A video plays inline and opens by its corner. */
function Tile({ album: { title, cover, captions }, photo, sizes, priority, onOpen }: TileProps) {
  const isVideo = isVideoKey(photo);
  const about = { mediaKey: photo, caption: captions[photo], cover, title, sizes, priority };
  const media = <EventMedia {...about} />;
  const open = (event: React.MouseEvent) => {
    // With a modifier key it opens in a new tab, like any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  const address = isVideo ? `/images/${encodeURIComponent(photo)}` : pictureUrl(photo, 1920);
  return (
    <figure className={styles.tile}>
      {isVideo && media}
      <a href={address} className={isVideo ? styles.corner : styles.open} aria-haspopup="dialog" onClick={open}>
        {isVideo ? (
          <>
            <IconMaximize size={20} aria-hidden />
            <span className="visually-hidden">Open the video large</span>
          </>
        ) : (
          media
        )}
      </a>
    </figure>
  );
}

type GalleryProps = {
  album: Album;
  sizes: string;
  /** Its first photo is the page's LCP image. */
  priority?: boolean;
  className: string | undefined;
};

/** An event's photos as tiles. Each opens in a viewer for all photos. */
export function Gallery({ album, sizes, priority = false, className }: GalleryProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const [gone, setGone] = useState<readonly string[]>([]);
  const photos = album.photos.filter((photo) => !gone.includes(photo));
  return (
    <>
      {/* CSS could count the photos only after all have been parsed, and the first would then change size. */}
      <div className={className} data-odd={photos.length % 2 === 1 || undefined}>
        {photos.map((photo, index) => (
          <Tile
            key={photo}
            album={album}
            photo={photo}
            sizes={sizes}
            priority={priority && index === 0}
            onOpen={() => setOpened(photo)}
          />
        ))}
      </div>
      {opened !== null && (
        <LateDialog onClose={() => setOpened(null)}>
          <Lightbox
            album={{ ...album, photos: album.photos }}
            first={opened}
            gone={gone}
            onGone={(photo) => setGone([...gone, photo])}
            onClose={() => setOpened(null)}
          />
        </LateDialog>
      )}
    </>
  );
}
