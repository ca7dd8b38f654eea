import {
  type Label,
  LABELS,
  LAND,
  NORTH_SHORE,
  PARKS,
  PIER,
  type Point,
  ROADS,
  SHORE,
  WATERWAY,
} from "#src/features/map/rules/coast.ts";
import { isOnOurMap } from "#src/features/map/rules/places.ts";
import type { Place } from "#src/shared/merchants.ts";
import { type Pixels, pixelsPerMeter, REGION_BOUNDS, TILE, toPixels } from "#src/features/map/rules/projection.ts";

type Palette = Readonly<
  Record<"sea" | "land" | "beach" | "park" | "main" | "edge" | "pier" | "words" | "seaWords" | "halo" | "pin", string>
>;

const LIGHT: Palette = {
  sea: "#bfe0e0",
  land: "#f6eedb",
  beach: "#efd9a0",
  park: "#d3dfb4",
  main: "#ffffff",
  edge: "#cdb98c",
  pier: "#8a5a33",
  words: "#2c3a43",
  seaWords: "#1c5a62",
  halo: "#fbf6ec",
  pin: "#b3391a",
};
const DARK: Palette = {
  sea: "#0f3b44",
  land: "#22323b",
  beach: "#6b5b33",
  park: "#2d4638",
  main: "#8798a1",
  edge: "#14212b",
  pier: "#c79a6b",
  words: "#f2ede3",
  seaWords: "#a5dfe2",
  halo: "#14212b",
  pin: "#b3391a",
};

function cssOf(palette: Palette): string {
  return `:root{${Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(";")}}`;
}

// An image follows the color scheme of its element.
const STYLE = `<style>${cssOf(LIGHT)}@media(prefers-color-scheme:dark){${cssOf(DARK)}}</style>`;

const color = (name: keyof Palette) => `var(--${name})`;

const METERS = { waterway: 150, beach: 70 } as const;

export const ZOOMS = { min: 11, max: 17 } as const;

/** A viewport in world pixels at its zoom. */
type View = {
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

const round = (value: number) => Math.round(value * 10) / 10;

function onView([longitude, latitude]: Point, { zoom, left, top }: View): Pixels {
  const { x, y } = toPixels(latitude, longitude, zoom);
  return { x: round(x - left), y: round(y - top) };
}

function pathOf(points: readonly Point[], view: View): string {
  return points
    .map((point, index) => {
      const { x, y } = onView(point, view);
      return `${index === 0 ? "M" : "L"}${x} ${y}`;
    })
    .join("");
}

function line(points: readonly Point[], view: View, stroke: string, width: number): string {
  return `<path d="${pathOf(points, view)}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function area(points: readonly Point[], view: View, fill: string): string {
  return `<path d="${pathOf(points, view)}Z" fill="${fill}"/>`;
}

function roadWidth(rank: "main" | "street", zoom: number): number {
  const wide = Math.max(1.5, (zoom - 10) * 1.6);
  return rank === "main" ? wide : wide * 0.65;
}

function roads(view: View): string {
  const drawn = ROADS.filter(({ rank }) => rank === "main" || view.zoom >= 13);
  const edges = drawn.map(({ points, rank }) => line(points, view, color("edge"), roadWidth(rank, view.zoom) + 2));
  const tops = drawn.map(({ points, rank }) => line(points, view, color("main"), roadWidth(rank, view.zoom)));
  return [...edges, ...tops].join("");
}

const WORD_SIZES: Readonly<Record<Label["kind"], number>> = {
  sea: 17,
  water: 12,
  town: 14,
  park: 12,
  road: 11,
  spot: 12,
};

function word(label: Label, view: View): string {
  const { x, y } = onView(label.at, view);
  const size = WORD_SIZES[label.kind];
  const reach = label.text.length * size;
  if (x < -reach || y < -reach || x > view.width + reach || y > view.height + reach) return "";
  const isWater = label.kind === "sea" || label.kind === "water";
  const turn = label.turn === undefined ? "" : ` transform="rotate(${label.turn} ${x} ${y})"`;
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${isWater ? color("seaWords") : color("words")}"${turn}>${label.text}</text>`;
}

function words(view: View): string {
  const shown = LABELS.filter(({ from = 0 }) => view.zoom >= from).map((label) => word(label, view));
  return `<g font-family="system-ui, sans-serif" font-weight="600" text-anchor="middle" stroke="${color("halo")}" stroke-width="3" stroke-linejoin="round" paint-order="stroke">${shown.join("")}</g>`;
}

function pins(places: readonly Place[], view: View): string {
  const drawn = places.map(({ at: [latitude, longitude] }, index) => {
    const { x, y } = onView([longitude, latitude], view);
    return `<g transform="translate(${x} ${y})"><path d="M0 0C-5-9-13-13-13-22a13 13 0 1 1 26 0c0 9-8 13-13 22z" fill="${color("pin")}" stroke="#fff" stroke-width="2"/>
<text y="-17" font-size="14" font-weight="700" fill="#fff" text-anchor="middle" font-family="system-ui, sans-serif">${index + 1}</text></g>`;
  });
  return drawn.join("");
}

function draw(view: View, places: readonly Place[]): string {
  const perMeter = pixelsPerMeter(view.zoom);
  // We know nothing of other regions, so there are only the pins.
  const isKnown = places.every(isOnOurMap);
  const parts = [
    `<rect width="${view.width}" height="${view.height}" fill="${color(isKnown ? "sea" : "land")}"/>`,
    ...LAND.map((points) => area(points, view, color("land"))),
    ...PARKS.map((points) => area(points, view, color("park"))),
    ...[SHORE, NORTH_SHORE].map((points) => line(points, view, color("beach"), Math.max(2, METERS.beach * perMeter))),
    line(WATERWAY, view, color("sea"), Math.max(2.5, METERS.waterway * perMeter)),
    roads(view),
    line(PIER, view, color("pier"), Math.max(2, 12 * perMeter)),
    words(view),
    pins(places, view),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${view.width}" height="${view.height}" viewBox="0 0 ${view.width} ${view.height}">${STYLE}${parts.join("")}</svg>`;
}

/** One tile of the schematic map as SVG; null outside its region. */
export function drawTile(zoom: number, column: number, row: number): string | null {
  if (zoom < ZOOMS.min || zoom > ZOOMS.max) return null;
  const [[south, west], [north, east]] = REGION_BOUNDS;
  const first = toPixels(north, west, zoom);
  const last = toPixels(south, east, zoom);
  // One extra tile on each side, so that panning to the edge shows no gap.
  const isNear = (at: number, from: number, to: number) =>
    at >= Math.floor(from / TILE) - 1 && at <= Math.floor(to / TILE) + 1;
  if (!isNear(column, first.x, last.x) || !isNear(row, first.y, last.y)) return null;
  return draw({ zoom, left: column * TILE, top: row * TILE, width: TILE, height: TILE }, []);
}

/** The static picture, for pages without scripts. */
const POSTER = { width: 720, height: 560 } as const;

/** A whole map, sized to fit its places. */
export function drawPoster(places: readonly Place[]): string {
  const { width, height } = POSTER;
  const edge = 70;
  const spanAt = (zoom: number) => {
    const points = places.map(({ at: [latitude, longitude] }) => toPixels(latitude, longitude, zoom));
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    return { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
  };
  let zoom: number = ZOOMS.max;
  let span = spanAt(zoom);
  while (zoom > 1 && (span.east - span.west > width - 2 * edge || span.south - span.north > height - 2 * edge)) {
    zoom -= 0.25;
    span = spanAt(zoom);
  }
  const left = (span.west + span.east - width) / 2;
  const top = (span.north + span.south - height) / 2;
  return draw({ zoom, left, top, width, height }, places);
}
