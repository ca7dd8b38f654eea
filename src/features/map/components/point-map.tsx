import { Attribution } from "#src/features/map/components/attribution.tsx";
import { MapPin } from "#src/features/map/components/map-pin.tsx";
import styles from "#src/features/map/components/point-map.module.css";
import type { MapTiles } from "#src/features/map/queries.server.ts";
import { isInRegion, TILE, toPixels } from "#src/features/map/rules/projection.ts";
import type { MapPoint } from "#src/shared/map-point.ts";

const ZOOM = 14;
/** Enough tiles for the widest column, wherever in its tile the point is. */
const TILES = { across: 4, down: 2 } as const;

type PointMapProps = { point: MapPoint; tiles: MapTiles; href: string; label: string };

/** A static map around a point, without scripts, linked to `href`. Nothing for a point outside our own map. */
export function PointMap({ point, tiles, href, label }: PointMapProps) {
  if (tiles.isOwn && !isInRegion(point)) return null;
  const { x, y } = toPixels(point.latitude, point.longitude, ZOOM);
  const first = { column: Math.round(x / TILE - TILES.across / 2), row: Math.round(y / TILE - TILES.down / 2) };
  const numbers = Array.from({ length: TILES.across * TILES.down }, (_, index) => index);
  return (
    <figure className={styles.figure}>
      <a className={styles.map} href={href} target="_blank" rel="noopener" aria-label={label}>
        {numbers.map((index) => {
          const column = first.column + (index % TILES.across);
          const row = first.row + Math.floor(index / TILES.across);
          const at = { "{z}": ZOOM, "{x}": column, "{y}": row };
          return (
            <img
              key={index}
              alt=""
              loading="lazy"
              decoding="async"
              width={TILE}
              height={TILE}
              className={styles.tile}
              data-light-only={tiles.isOwn ? undefined : true}
              src={tiles.url.replace(/\{[zxy]\}/g, (name) => String(at[name as keyof typeof at]))}
              style={{ translate: `${Math.round(column * TILE - x)}px ${Math.round(row * TILE - y)}px` }}
            />
          );
        })}
        <MapPin />
      </a>
      <figcaption className="quiet">
        <Attribution tiles={tiles} />
      </figcaption>
    </figure>
  );
}
