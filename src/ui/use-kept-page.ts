import { useEffect } from "react";

async function keepPage(): Promise<void> {
  const workers = navigator.serviceWorker;
  // Plain HTTP has no service workers.
  if (workers === undefined) return;
  await workers.ready;
  if (!workers.controller)
    await new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
  await fetch(location.pathname).catch(() => undefined);
}

/**
 * Asks the service worker to cache this page and its files once it has content, for offline use. A page reached by a
 * link within the site, or before the worker existed, was not loaded through it.
 */
export function useKeptPage(isShown: boolean): void {
  useEffect(() => {
    if (isShown) void keepPage();
  }, [isShown]);
}
