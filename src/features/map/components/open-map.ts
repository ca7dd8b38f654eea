import * as L from "leaflet";
import "leaflet/dist/leaflet.css";
import type { MapTiles } from "#src/features/map/queries.server.ts";
import { REGION_BOUNDS } from "#src/features/map/rules/projection.ts";
import type { Place } from "#src/features/map/rules/places.ts";

// This module brings Leaflet along: it is loaded by the pages with a map alone, and after they can be read.

const CLOSE_ZOOM = 15;
const PIN_SIZE = 44;

type MapOptions = {
  readonly tiles: MapTiles;
  readonly places: readonly Place[];
  readonly pinClass: string;
  readonly onChoose: (id: string) => void;
  /** A tile did not come. */
  readonly onMissing: () => void;
};

export type OpenMap = {
  /** Marks a place; `isMoved` brings it into the middle and gives it the focus. */
  choose(id: string, isMoved: boolean): void;
  close(): void;
};

function addPin(map: L.Map, place: Place, number: number, { pinClass, onChoose }: MapOptions): L.Marker {
  const icon = L.divIcon({
    className: pinClass,
    html: `<span>${number}</span>`,
    iconSize: [PIN_SIZE, PIN_SIZE],
    iconAnchor: [PIN_SIZE / 2, PIN_SIZE],
  });
  const marker = L.marker([...place.at], { icon, title: place.name, riseOnHover: true }).addTo(map);
  const button = marker.getElement();
  button?.setAttribute("aria-label", `${number}. ${place.name}`);
  button?.setAttribute("aria-pressed", "false");
  marker.on("click", () => onChoose(place.id));
  button?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onChoose(place.id);
  });
  return marker;
}

/** Opens a map in an element. */
export function openMap(element: HTMLElement, options: MapOptions): OpenMap {
  const { tiles, places, onMissing } = options;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = L.map(element, {
    attributionControl: false,
    // A page is scrolled past its map, not into it; keys, buttons and two fingers zoom.
    scrollWheelZoom: false,
    minZoom: 11,
    maxZoom: tiles.maxZoom,
    maxBounds: [...REGION_BOUNDS].map(([north, east]) => [north, east] as [number, number]),
    zoomAnimation: !calm,
    fadeAnimation: !calm,
    markerZoomAnimation: !calm,
  });
  map.fitBounds(L.latLngBounds(places.map(({ at }) => [...at])), { padding: [40, 40], animate: false });
  L.tileLayer(tiles.url, { maxZoom: tiles.maxZoom }).on("tileerror", onMissing).addTo(map);
  const pins = new Map(places.map((place, index) => [place.id, addPin(map, place, index + 1, options)]));
  return {
    choose(id, isMoved) {
      for (const [each, pin] of pins) pin.getElement()?.setAttribute("aria-pressed", String(each === id));
      const pin = pins.get(id);
      if (!pin || !isMoved) return;
      map.setView(pin.getLatLng(), Math.max(map.getZoom(), CLOSE_ZOOM), { animate: !calm });
      pin.getElement()?.focus({ preventScroll: true });
    },
    close: () => void map.remove(),
  };
}
