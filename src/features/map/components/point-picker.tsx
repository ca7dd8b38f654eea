import { useEffect, useRef, useState } from "react";
import type { openPicker } from "#src/features/map/components/open-map.ts";
import { MapPin } from "#src/features/map/components/map-pin.tsx";
import maps from "#src/features/map/components/places-map.module.css";
import styles from "#src/features/map/components/point-picker.module.css";
import type { MapTiles } from "#src/features/map/queries.server.ts";
import { type MapPoint, pointWords, readPoint } from "#src/shared/map-point.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

const STATE_WORDS = {
  loading: "Loading the map …",
  ready: "",
  incomplete: "Parts of the map did not load.",
  failed: "The map did not load. You can type latitude and longitude instead.",
} as const;

type Picker = ReturnType<typeof openPicker>;
type PickerProps = { start: MapPoint | null; tiles: MapTiles; onPicked: (words: string) => void; onClose: () => void };

function PickerDialog({ start, tiles, onPicked, onClose }: PickerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const open = useRef<Picker>(null);
  const [state, setState] = useState<keyof typeof STATE_WORDS>("loading");
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let isGone = false;
    async function load(into: HTMLDivElement): Promise<void> {
      try {
        const { openPicker: openIn } = await import("#src/features/map/components/open-map.ts");
        if (isGone) return;
        open.current = openIn(into, { tiles, start, onMissing: () => setState("incomplete") });
        setState("ready");
      } catch {
        if (!isGone) setState("failed");
      }
    }
    void load(element);
    return () => {
      isGone = true;
      open.current?.close();
      open.current = null;
    };
  }, [start, tiles]);
  return (
    <Dialog title="Where on the map" isWide onClose={onClose}>
      <p className={styles.hint}>Move the map until the pin is on the spot. Arrow keys move it too.</p>
      <div className={maps.frame}>
        <div
          ref={frame}
          className={maps.map}
          data-light-only={tiles.isOwn ? undefined : true}
          role="region"
          aria-label="Map to move under the pin"
        />
        <MapPin />
      </div>
      <p role="status" className={styles.hint}>
        {STATE_WORDS[state]}
      </p>
      <div className="buttons">
        <Button
          aria-disabled={state === "loading" || state === "failed" || undefined}
          onClick={() => {
            if (open.current === null) return;
            onPicked(pointWords(open.current.middle()));
            onClose();
          }}
        >
          Use this point
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

type PointPickerProps = { value: string; tiles: MapTiles; onPicked: (words: string) => void };

/** A button that opens a map to pick a point; `value` has the format of {@link readPoint}. */
export function PointPicker({ value, tiles, onPicked }: PointPickerProps) {
  const [start, setStart] = useState<{ at: MapPoint | null } | null>(null);
  return (
    <>
      <Button variant="quiet" className={styles.open} onClick={() => setStart({ at: readPoint(value) })}>
        {value === "" ? "Pick on the map" : "Change on the map"}
      </Button>
      {start && <PickerDialog start={start.at} tiles={tiles} onPicked={onPicked} onClose={() => setStart(null)} />}
    </>
  );
}
