/**
 * Asks the service worker to keep this page and its files, so that it opens without a network. A page that was reached by
 * a link inside the site was never loaded as a document, so the worker has not seen it.
 */
export async function keepDoorPage(): Promise<void> {
  const workers = navigator.serviceWorker;
  // Plain http has none.
  if (workers === undefined) return;
  await workers.ready;
  if (!workers.controller)
    await new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
  await fetch(location.pathname).catch(() => undefined);
}
