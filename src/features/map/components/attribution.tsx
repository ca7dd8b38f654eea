import type { MapTiles } from "#src/features/map/queries.server.ts";

/** The attribution of a map's tiles, with a link if the service requires one. */
export function Attribution({ tiles: { attribution } }: { tiles: MapTiles }) {
  const { text, url } = attribution;
  if (url === null) return text;
  return (
    <a href={url} target="_blank" rel="noopener">
      {text}
    </a>
  );
}
