import { useEffect, useRef, useState } from "react";
import type { openPicker } from "#src/features/map/components/open-map.ts";
import styles from "#src/features/map/components/point-picker.module.css";
import type { MapTiles } from "#src/features/map/queries.server.ts";
import { type MapPoint, pointWords, readPoint } from "#src/features/map/rules/projection.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

type Picker = ReturnType<typeof openPicker>;
type PickerProps = { start: MapPoint | null; tiles: MapTiles; onPicked: (words: string) => void; onClose: () => void };

function PickerDialog({ start, tiles, onPicked, onClose }: PickerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const open = useRef<Picker>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let isGone = false;
    async function load(into: HTMLDivElement): Promise<void> {
      try {
        const { openPicker: openIn } = await import("#src/features/map/components/open-map.ts");
        if (isGone) return;
        open.current = openIn(into, { tiles, start, onMissing: () => setState("failed") });
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
      <p className={styles.hint}>Move the map until the pin stands on the spot. Arrow keys move it too.</p>
      <div className={styles.frame}>
        <div ref={frame} className={styles.map} role="region" aria-label="Map to move under the pin" />
        <svg viewBox="-15 -37 30 38" width="30" height="38" className={styles.pin} aria-hidden>
          <path d="M0 0C-5-9-13-13-13-22a13 13 0 1 1 26 0c0 9-8 13-13 22z" />
        </svg>
      </div>
      <p role="status" className={styles.hint}>
        {state === "loading" && "Loading the map …"}
        {state === "failed" && "The map did not load. You can type latitude and longitude instead."}
      </p>
      <div className={styles.actions}>
        <Button
          aria-disabled={open.current === null || undefined}
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

/** A button that opens a map to pick a point on; `value` and what is picked are written as {@link readPoint} reads. */
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
