import { useId, useState } from "react";
import { Section } from "#src/ui/section.tsx";
import styles from "#src/features/dashboard/components/account-tab.module.css";
import { type Loaded, useLoaded } from "#src/features/identity/components/use-loaded.ts";
import type { CalendarLink, NewCalendarLink } from "#src/features/events/calendar/schema.ts";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { Button } from "#src/ui/button-link.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { Dialog } from "#src/ui/dialog.tsx";

const PATH = "/api/profile/calendar";
// The server reveals a URL once; this tab remembers it for the session.
const KEPT = "member:calendar";

function keptAddress(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keepAddress(url: string | null): void {
  try {
    if (url === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, url);
  } catch {
    // Storage is unavailable: the URL is shown until the page is left.
  }
}

/** Creates, replaces and revokes the URL. */
function useAddress({ set }: Loaded<CalendarLink>) {
  const [url, setUrl] = useState(keptAddress);
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  async function send(method: "POST" | "DELETE"): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const answer = await memberFetch<CalendarLink & Partial<NewCalendarLink>>(PATH, { method });
    setIsBusy(false);
    setError(answer.ok ? "" : answer.message);
    if (!answer.ok) return;
    const made = answer.value.url ?? null;
    keepAddress(made);
    setUrl(made);
    set({ madeAt: answer.value.madeAt });
  }
  return { url, error, isBusy, make: () => send("POST"), end: () => send("DELETE") };
}

/** The URL, to read, copy and open. */
function Address({ url }: { url: string }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className={styles.hint}>
        Your secret address. Take it now: once you leave, it cannot be shown again.
      </label>
      <input
        id={id}
        className={styles.address}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="buttons">
        <CopyButton label="Copy address" text={() => url} />
        <a className={styles.subscribe} href={url.replace(/^https?:/, "webcal:")}>
          Subscribe on this device
        </a>
      </div>
    </>
  );
}

function ResetDialog({ onReset, onClose }: { onReset: () => void; onClose: () => void }) {
  return (
    <Dialog title="Make a new address" onClose={onClose}>
      <div className={styles.form}>
        <p>The address before stops working at once, and calendars that use it show nothing new anymore.</p>
        <div className="buttons">
          <Button onClick={onReset}>Make a new address</Button>
          <Button variant="quiet" onClick={onClose}>
            Keep the old one
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The personal calendar feed, for calendar apps. */
export function CalendarSection() {
  const link = useLoaded<CalendarLink>(PATH);
  const { url, error, isBusy, make, end } = useAddress(link);
  const [isResetting, setIsResetting] = useState(false);
  const { dayWords } = useMoments();
  const madeAt = link.value?.madeAt ?? null;
  const failed = error || link.failure?.message;
  return (
    <Section id="account-calendar" title="Your calendar">
      <p>
        Events you are going to, may go to or are waiting for, in your own calendar, with the locations you can see.
      </p>
      {madeAt !== null && url !== null && <Address url={url} />}
      {madeAt !== null && url === null && (
        <p className={styles.hint}>
          You made an address on {dayWords(madeAt)}. We keep only its fingerprint, so it cannot be shown again;
          calendars that have it go on.
        </p>
      )}
      <div className="buttons">
        {madeAt === null ? (
          <Button
            variant="quiet"
            aria-disabled={isBusy || link.value === null}
            onClick={() => link.value && void make()}
          >
            Make my calendar address
          </Button>
        ) : (
          <>
            <Button variant="quiet" onClick={() => setIsResetting(true)}>
              New address
            </Button>
            <Button variant="quiet" aria-disabled={isBusy} onClick={() => void end()}>
              Turn it off
            </Button>
          </>
        )}
      </div>
      <p className={failed ? styles.refused : styles.hint} role="status">
        {failed ??
          "Anyone who has the address can read your calendar, so treat it like a password. It ends when you sign this device out from another one."}
      </p>
      {isResetting && (
        <ResetDialog
          onClose={() => setIsResetting(false)}
          onReset={() => {
            setIsResetting(false);
            void make();
          }}
        />
      )}
    </Section>
  );
}
