import type { MapTiles } from "#src/features/map/queries.server.ts";

/** Where the tiles of a map come from, with a link if the service asks for one. */
export function Attribution({ tiles: { attribution } }: { tiles: MapTiles }) {
  const { text, url } = attribution;
  if (url === null) return text;
  return (
    <a href={url} target="_blank" rel="noopener">
      {text}
    </a>
  );
}
