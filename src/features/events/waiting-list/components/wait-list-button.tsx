import { lazy, useState } from "react";
import { NO_CONTACT } from "#src/shared/contact-form.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { useEarlyPress } from "#src/ui/early-press.ts";
import { useHydrated } from "#src/ui/use-hydrated.ts";
import { LateDialog } from "#src/ui/late-dialog.tsx";

// Loaded on demand, because few readers open it.
const RequestForm = lazy(async () => {
  const { RequestForm: component } = await import("#src/features/events/waiting-list/components/request-form.tsx");
  return { default: component };
});

/** Opens the waiting list form for visitors; without scripts it links to the join form for this event. */
export function WaitListButton({ eventId, title }: { eventId: string; title: string }) {
  const isHydrated = useHydrated();
  const [isOpen, setIsOpen] = useState(false);
  const early = useEarlyPress(() => setIsOpen(true));
  // Stored here, so that closing the form by mistake loses nothing.
  const [values, setValues] = useState(NO_CONTACT);
  if (!isHydrated) {
    return (
      <ButtonLink {...early} to={`/join/${eventId}`} size="lg">
        Join the wait list
      </ButtonLink>
    );
  }
  return (
    <>
      <Button size="lg" onClick={() => setIsOpen(true)}>
        Join the wait list
      </Button>
      {isOpen && (
        <LateDialog onClose={() => setIsOpen(false)}>
          <RequestForm
            eventId={eventId}
            title={title}
            values={values}
            onValues={setValues}
            onClose={() => setIsOpen(false)}
          />
        </LateDialog>
      )}
    </>
  );
}
