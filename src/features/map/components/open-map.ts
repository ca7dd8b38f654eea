import * as L from "leaflet";
import "leaflet/dist/leaflet.css";
import type { MapTiles } from "#src/features/map/queries.server.ts";
import { REGION_BOUNDS } from "#src/features/map/rules/projection.ts";
import type { MapPoint } from "#src/shared/map-point.ts";
import type { Place } from "#src/shared/merchants.ts";

// This module imports Leaflet: only pages with a map load it, after they are readable.

const CLOSE_ZOOM = 15;
const PIN_SIZE = 44;

type MapOptions = {
  readonly tiles: MapTiles;
  readonly places: readonly Place[];
  readonly pinClass: string;
  readonly onChoose: (id: string) => void;
  /** A tile failed to load. */
  readonly onMissing: () => void;
};

export type OpenMap = {
  /** Highlights a place; `isMoved` centers and focuses it. */
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

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A map with tiles and no places. Leaflet draws it once its view is set. */
function emptyMap(element: HTMLElement, tiles: MapTiles, onMissing: () => void): L.Map {
  const isMoving = !isCalm();
  const map = L.map(element, {
    attributionControl: false,
    // Scrolling passes the map by; keys, buttons and two fingers zoom.
    scrollWheelZoom: false,
    maxZoom: tiles.maxZoom,
    // A tile server covers the world; our own tiles cover the region.
    ...(tiles.isOwn && {
      minZoom: 11,
      maxBounds: [...REGION_BOUNDS].map(([north, east]) => [north, east] as [number, number]),
    }),
    zoomAnimation: isMoving,
    fadeAnimation: isMoving,
    markerZoomAnimation: isMoving,
  });
  L.tileLayer(tiles.url, { maxZoom: tiles.maxZoom }).on("tileerror", onMissing).addTo(map);
  return map;
}

/** A map that moves under a fixed pin at `middle`. */
export function openPicker(
  element: HTMLElement,
  { tiles, start, onMissing }: { tiles: MapTiles; start: MapPoint | null; onMissing: () => void },
): { middle(): MapPoint; close(): void } {
  const map = emptyMap(element, tiles, onMissing);
  if (start) map.setView([start.latitude, start.longitude], CLOSE_ZOOM, { animate: false });
  else map.fitBounds(L.latLngBounds(REGION_BOUNDS.map(([north, east]) => [north, east])), { animate: false });
  map.on("click", ({ latlng }) => void map.panTo(latlng, { animate: !isCalm() }));
  return {
    middle() {
      const { lat: latitude, lng: longitude } = map.getCenter();
      return { latitude, longitude };
    },
    close: () => void map.remove(),
  };
}

export function openMap(element: HTMLElement, options: MapOptions): OpenMap {
  const { tiles, places, onMissing } = options;
  const map = emptyMap(element, tiles, onMissing);
  map.fitBounds(L.latLngBounds(places.map(({ at }) => [...at])), { padding: [40, 40], animate: false });
  const pins = new Map(places.map((place, index) => [place.id, addPin(map, place, index + 1, options)]));
  return {
    choose(id, isMoved) {
      for (const [each, pin] of pins) pin.getElement()?.setAttribute("aria-pressed", String(each === id));
      const pin = pins.get(id);
      if (!pin || !isMoved) return;
      map.setView(pin.getLatLng(), Math.max(map.getZoom(), CLOSE_ZOOM), { animate: !isCalm() });
      pin.getElement()?.focus({ preventScroll: true });
    },
    close: () => void map.remove(),
  };
}
