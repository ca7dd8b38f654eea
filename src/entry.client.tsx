import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import type { ClientInstrumentation } from "react-router";
import { HydratedRouter } from "react-router/dom";
import { nextPaint } from "#src/ui/after-paint.ts";
import { guardDoubleTaps } from "#src/ui/double-taps.ts";
import { watchHistoryMoves } from "#src/ui/history-moves.ts";

// Only builds have a service worker; it registers after load, so that it does not compete with the page.
function keepForOffline(): void {
  // Plain HTTP has no service workers, and a browser may refuse to register one; the site works without it.
  void navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);
}
if (import.meta.env.PROD) {
  if (document.readyState === "complete") keepForOffline();
  else addEventListener("load", keepForOffline, { once: true });
}

/** Shows a link as pressed before the router starts its work, which takes several frames on a slow phone. */
const paintFirst: ClientInstrumentation = {
  router: (router) =>
    router.instrument({
      async navigate(begin) {
        await nextPaint();
        await begin();
      },
    }),
};

watchHistoryMoves();
guardDoubleTaps();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[paintFirst]} />
    </StrictMode>,
  );
});
