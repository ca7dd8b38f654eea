import { useEffect } from "react";

async function keepPage(): Promise<void> {
  const workers = navigator.serviceWorker;
  // Plain http has none.
  if (workers === undefined) return;
  await workers.ready;
  if (!workers.controller)
    await new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
  await fetch(location.pathname).catch(() => undefined);
}

/**
 * Asks the service worker to keep this page and its files, once it has something to show, so that it opens without a
 * network. A page that was reached by a link inside the site, or before there was a worker, was never loaded through it.
 */
export function useKeptPage(isShown: boolean): void {
  useEffect(() => {
    if (isShown) void keepPage();
  }, [isShown]);
}
