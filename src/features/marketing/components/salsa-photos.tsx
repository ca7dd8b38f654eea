import { useState } from "react";
import styles from "#src/features/marketing/components/salsa-photos.module.css";
import { Picture } from "#src/ui/picture.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

type Photo = { readonly name: string; readonly caption: string };

/** Photos of a salsa night. */
const PHOTOS: readonly Photo[] = [
  { name: "dance", caption: "The first turn of the evening" },
  { name: "photo-salsa-night", caption: "Applause for a dip" },
  { name: "chat-dance", caption: "Under the string lights" },
  { name: "game-night", caption: "Not there that night" },
  { name: "art-walk", caption: "On the way there" },
  { name: "photo-art-walk-mural", caption: "The wall behind the deck" },
  { name: "pier-sunrise", caption: "It went on a little longer" },
  { name: "photo-pier-group", caption: "The ones who stayed to the end" },
  { name: "photo-bonfire-circle", caption: "Warming up afterwards" },
  { name: "photo-bonfire-sparks", caption: "After the last song" },
  { name: "bonfire", caption: "The guitar takes over" },
  { name: "biking", caption: "The way home" },
];
const SHOWN = 3;

function someOf(photos: readonly Photo[]): Photo[] {
  const rest = [...photos];
  return Array.from({ length: SHOWN }, () => rest.splice(Math.floor(Math.random() * rest.length), 1)).flat();
}

/** Three of twelve photos, chosen at each visit. In the browser, because the page is cached for everybody. */
export function SalsaPhotos() {
  const [drawn] = useState(() => someOf(PHOTOS));
  const shown = useHydrated() ? drawn : PHOTOS.slice(0, SHOWN);
  return (
    <section className={styles.photos} aria-label="A salsa night in pictures">
      <ul className={styles.list}>
        {shown.map(({ name, caption }, place) => (
          // Keyed by position, so that the element stays when its photo changes.
          <li key={place}>
            <figure>
              <Picture name={name} sizes="(max-width: 47.99em) 92vw, 370px" className={styles.photo} />
              <figcaption className={styles.caption}>{caption}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
