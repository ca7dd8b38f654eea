import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { CONSOLE_TABS, ConsoleTabs } from "#src/features/console/components/console-tabs.tsx";
import type { Counts } from "#src/features/console/schema.ts";

const NOTHING: Counts = {
  pendingRequests: 0,
  heldEvents: 0,
  eventChanges: 0,
  failedMails: 0,
  proposals: 0,
  openMessages: 0,
  openReports: 0,
  unmatchedPayments: 0,
  photoRequests: 0,
};

function said(more: Partial<Counts>): string {
  const counts = { ...NOTHING, ...more };
  const tabs = { tabs: CONSOLE_TABS, current: "pending", counts, onChoose: () => undefined } as const;
  return renderToString(createElement(ConsoleTabs, tabs));
}

test("[ADMIN-01] O18: each queue counts on its tab's badge, including open messages and photo requests", () => {
  const words = {
    pendingRequests: "1 waiting for an answer",
    proposals: "1 waiting for an answer",
    heldEvents: "1 waiting to be published",
    eventChanges: "1 waiting to be published",
    openMessages: "1 open message",
    openReports: "1 report",
    photoRequests: "1 photo request",
    unmatchedPayments: "1 payment without a person",
    failedMails: "1 failed mail",
  } satisfies Record<keyof Counts, string>;
  for (const [what, expected] of Object.entries(words)) expect(said({ [what]: 1 }), what).toContain(expected);
  expect(said({ openMessages: 2, photoRequests: 3 })).toContain("2 open messages, 3 photo requests");
  expect(said({})).not.toMatch(/open message|photo request/);
});
