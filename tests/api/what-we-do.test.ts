import { expect, onTestFinished, test } from "vitest";
import { whatWeDo } from "#src/features/site/queries.server.ts";
import { startTestSite } from "#tests/support/test-site.ts";

async function linked(settings: Record<string, string>): Promise<string[]> {
  const site = await startTestSite(settings);
  onTestFinished(() => site.close());
  return whatWeDo(site.app).map(({ to }) => to);
}

test("[LAND-01] P5: each page of what the group does is linked once it is set up, and not before", async () => {
  const always = ["/bonfire", "/salsa", "/dance", "/host", "/support"];
  expect(await linked({ DEMONSTRATION_PAYMENTS: "off" })).toEqual(always);
  const all = await linked({
    TOURNAMENT_DATE: "2026-12-12",
    COUNTRY_PARTY_DATE: "2026-12-19",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_LESSON_BUTTON: "buy_btn_1",
    MERCH_ORDER_URL: "https://forms.example/hats",
    EVENT_FEEDBACK_URL: "https://forms.example/feedback",
    VENMO_HANDLE: "@sandbar",
  });
  const more = ["/xmas", "/tournament", "/pickleball", "/merch", "/feedback", "/pay"];
  expect(all.toSorted()).toEqual([...always, ...more].toSorted());
  // What is over is not linked anymore.
  const over = await linked({ TOURNAMENT_DATE: "2026-11-20", COUNTRY_PARTY_DATE: "2026-11-20" });
  expect(over.filter((to) => to === "/tournament" || to === "/xmas")).toEqual([]);
});
