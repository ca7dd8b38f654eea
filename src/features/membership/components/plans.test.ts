import { expect, test } from "vitest";
import { includedIn, PLANS } from "#src/features/membership/components/plans.ts";

const sold = (hasAnnouncements: boolean) => PLANS.flatMap((plan) => includedIn(plan, hasAnnouncements)).join("\n");

test("[PAY-01] M7: the announcements chat is sold only where there is one", () => {
  expect(sold(true)).toContain("The announcements chat and every group chat");
  expect(sold(false)).toContain("Every group chat");
  expect(sold(false)).not.toContain("nnouncements");
});
