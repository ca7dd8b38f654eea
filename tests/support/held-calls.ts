import type { Page } from "playwright-core";

/** Holds a page's calls with this method at these addresses, each until it is let go by its number or all are. */
export async function holdCalls(page: Page, url: string | RegExp, method: string) {
  const gates: PromiseWithResolvers<void>[] = [];
  let isOpen = false;
  await page.route(url, async (route) => {
    if (!isOpen && route.request().method() === method) {
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
    }
    await route.fallback();
  });
  return {
    count: () => gates.length,
    letGo: (number: number) => gates[number]?.resolve(),
    open: () => {
      isOpen = true;
      for (const gate of gates) gate.resolve();
    },
  };
}
