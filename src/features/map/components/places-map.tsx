import { useEffect, useMemo, useRef, useState } from "react";
import { Attribution } from "#src/features/map/components/attribution.tsx";
import type { OpenMap } from "#src/features/map/components/open-map.ts";
import { PlaceList } from "#src/features/map/components/place-list.tsx";
import styles from "#src/features/map/components/places-map.module.css";
import type { MapTiles } from "#src/features/map/queries.server.ts";
import { pinnedOf } from "#src/features/map/rules/places.ts";
import type { Place } from "#src/shared/merchants.ts";

const HINT = "Choose a number on the map, or read the list.";
const TILES_MISSING = "Parts of the map did not load. The list has every place.";
const MAP_MISSING = "The map did not load, so this is a picture of it. The list has every place.";

type State = "picture" | "map" | "failed";

/** Opens the map when it nears the viewport, and closes it on unmount. */
function useOpenMap(pinned: readonly Place[], tiles: MapTiles, onChoose: (id: string) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const open = useRef<OpenMap>(null);
  const [state, setState] = useState<State>("picture");
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let isGone = false;
    async function load(into: HTMLDivElement): Promise<void> {
      try {
        const { openMap } = await import("#src/features/map/components/open-map.ts");
        if (isGone) return;
        const onMissing = () => setIsMissing(true);
        open.current = openMap(into, { places: pinned, tiles, pinClass: styles.pin ?? "", onChoose, onMissing });
        setState("map");
      } catch {
        // Offline, or a new version was deployed: the static picture stays.
        if (!isGone) setState("failed");
      }
    }
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        near.disconnect();
        void load(element);
      },
      { rootMargin: "200px" },
    );
    near.observe(element);
    return () => {
      isGone = true;
      near.disconnect();
      open.current?.close();
      open.current = null;
    };
  }, [pinned, tiles, onChoose]);
  return { frame, open, state, isMissing };
}

type PlacesMapProps = {
  title: string;
  places: readonly Place[];
  /** The address of the static picture. */
  poster: string;
  tiles: MapTiles;
};

/** A map of places with their list. Without scripts, a static picture with the same list. */
function MapWithList({ title, places, pinned, poster, tiles }: PlacesMapProps & { pinned: readonly Place[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { frame, open, state, isMissing } = useOpenMap(pinned, tiles, setChosen);
  useEffect(() => {
    if (chosen !== null) open.current?.choose(chosen, false);
  }, [chosen, open]);
  function show(id: string): void {
    setChosen(id);
    frame.current?.scrollIntoView({ block: "nearest" });
    open.current?.choose(id, true);
  }
  const place = places.find(({ id }) => id === chosen);
  const says = place ? `${place.name}: ${place.kind}. ${place.address}` : HINT;
  return (
    <div className={styles.both}>
      <div className={styles.side}>
        <div className={styles.frame}>
          {/* Reserves the map's space until it opens. */}
          <img
            className={styles.poster}
            src={poster}
            width={720}
            height={560}
            alt={`Map: ${title}. The same places as in the list.`}
            hidden={state === "map"}
          />
          <div
            ref={frame}
            className={styles.map}
            data-light-only={tiles.isOwn ? undefined : true}
            role="region"
            aria-label={`Map: ${title}`}
          />
          <p className={styles.attribution}>
            <Attribution tiles={tiles} />
          </p>
        </div>
        <p className={styles.says} role="status">
          {state === "failed" && MAP_MISSING}
          {state === "map" && (isMissing ? `${TILES_MISSING} ` : "")}
          {state === "map" && says}
        </p>
      </div>
      <PlaceList places={places} pinned={pinned} chosen={chosen} onShow={state === "map" ? show : null} />
    </div>
  );
}

/** The map and its list; only the list, where our own drawing reaches none of the places. */
export function PlacesMap(props: PlacesMapProps) {
  const { places, tiles } = props;
  // The same list at every render: a new one would open the map again.
  const pinned = useMemo(() => pinnedOf(places, tiles.isOwn), [places, tiles]);
  return pinned.length === 0 ? (
    <PlaceList places={places} pinned={places} chosen={null} onShow={null} />
  ) : (
    <MapWithList {...props} pinned={pinned} />
  );
}
