import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { GroupZone, useMoments } from "#src/ui/moments.ts";

function Words({ iso }: { iso: string }) {
  const { dayWords, momentWords, fullMomentWords } = useMoments();
  return [dayWords(iso), momentWords(iso), fullMomentWords(iso)].join(" | ");
}

test("[ADMIN-12] O6: a moment late in the evening shows the group's day, not the UTC day", () => {
  const said = (iso: string) =>
    renderToString(createElement(GroupZone, { value: "America/New_York" }, createElement(Words, { iso })));
  expect(said("2026-11-22T04:59:59Z")).toBe(
    "Sat, Nov 21, 2026 | Sat, Nov 21, 2026, 11:59 PM | Saturday, November 21, 2026 at 11:59 PM",
  );
  expect(said("2026-11-22T05:00:00Z")).toContain("Sun, Nov 22, 2026 | ");
});
