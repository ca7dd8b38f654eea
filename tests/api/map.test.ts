import { afterAll, beforeAll, expect, test } from "vitest";
import { mapTiles, mapTilesOrigin } from "#src/features/map/queries.server.ts";
import { readConfig } from "#src/config.server.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

test("[SIDE-06] our own tiles: the beaches and no further, names where one is near enough to read them", async () => {
  const near = await site.fetch("/tiles/14/4488/6744.svg");
  expect([near.status, near.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect(near.headers.get("cache-control")).toContain("max-age");
  const svg = await near.text();
  expect(svg).toMatch(/^<svg[^>]+width="256"/);
  expect(svg).toContain("Pier");
  for (const path of ["14/0/0", "10/280/421", "18/71800/107990", "14/4488/99999999999999999999"])
    expect((await site.fetch(`/tiles/${path}.svg`)).status, path).toBe(404);
  const poster = await (await site.fetch("/maps/merchants.svg")).text();
  expect(poster.match(/<text y="-17"[^>]*>(\d)</g)).toHaveLength(6);
});

test("[SIDE-06] a tile server of the settings takes their place, with the words and the link that its owner wants", async () => {
  expect(mapTiles(site.app)).toMatchObject({ url: "/tiles/{z}/{x}/{y}.svg", attribution: { url: null } });
  expect(mapTilesOrigin(site.app)).toBeNull();
  const other = await startTestSite({
    MAP_TILES_URL: "https://tiles.example/{z}/{x}/{y}.png",
    MAP_ATTRIBUTION: "© OpenStreetMap contributors, https://www.openstreetmap.org/copyright",
  });
  try {
    expect(mapTilesOrigin(other.app)).toBe("https://tiles.example");
    expect(mapTiles(other.app)).toMatchObject({
      url: "https://tiles.example/{z}/{x}/{y}.png",
      attribution: { text: "© OpenStreetMap contributors", url: "https://www.openstreetmap.org/copyright" },
    });
  } finally {
    await other.close();
  }
  expect(() => readConfig({ MAP_TILES_URL: "https://tiles.example/map.png" })).toThrow("must have {z}, {x} and {y}");
});
