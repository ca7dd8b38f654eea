import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// Only what was built has a service worker; it waits until the page is there, so that it takes nothing from it.
function keepForOffline(): void {
  // A page that came without encryption may have none, and a browser may refuse: everything works without.
  void navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);
}
if (import.meta.env.PROD) {
  if (document.readyState === "complete") keepForOffline();
  else addEventListener("load", keepForOffline, { once: true });
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
