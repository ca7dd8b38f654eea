import IconShare from "@tabler/icons-react/dist/esm/icons/IconShare2.mjs";
import { lazy, useState } from "react";
import type { EventView } from "#src/features/events/schema.ts";
import copy from "#src/ui/copy-button.module.css";
import { LateDialog } from "#src/ui/late-dialog.tsx";

// Loaded only in browsers without a native share sheet.
const ShareSheet = lazy(async () => {
  const { ShareSheet: component } = await import("#src/features/events/sharing/components/share-sheet.tsx");
  return { default: component };
});

/** Opens the device's share sheet, else one with a link and a QR code. */
export function ShareButton({ event }: { event: Pick<EventView, "socialEventId" | "title"> }) {
  const [url, setUrl] = useState<string | null>(null);

  async function share() {
    const address = `${location.origin}/events/${event.socialEventId}`;
    if (!("share" in navigator)) return setUrl(address);
    try {
      await navigator.share({ title: event.title, url: address });
    } catch (error) {
      // Closing the native sheet is not a failure.
      if (!(error instanceof DOMException && error.name === "AbortError")) setUrl(address);
    }
  }

  return (
    <>
      <button type="button" className={copy.button} onClick={() => void share()}>
        <IconShare size={18} stroke={1.75} aria-hidden />
        Share
      </button>
      {url !== null && (
        <LateDialog onClose={() => setUrl(null)}>
          <ShareSheet title={event.title} url={url} onClose={() => setUrl(null)} />
        </LateDialog>
      )}
    </>
  );
}
