import { lazy, useState } from "react";
import { useLocation } from "react-router";
import type { EventView } from "#src/features/events/schema.ts";
import type { PlaceRequest } from "#src/features/events/visitors/schema.ts";
import type { Visitor } from "#src/shared/contact.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { useEarlyPress } from "#src/ui/early-press.ts";
import { LateDialog } from "#src/ui/late-dialog.tsx";

// Loaded on demand, because most visitors do not open it.
const PlaceForm = lazy(async () => {
  const { PlaceForm: component } = await import("#src/features/events/visitors/components/place-form.tsx");
  return { default: component };
});

const NOBODY: Visitor = { firstName: "", lastName: "", email: "", phone: "" };

type PlaceButtonProps = {
  event: Pick<EventView, "socialEventId" | "title" | "weekday" | "shortDate" | "time">;
  /** The form joins the waiting list instead. */
  isFull: boolean;
};

/** Opens the form to take a place; without scripts it links to the join form with this event selected. */
export function PlaceButton({ event, isFull }: PlaceButtonProps) {
  const action = isFull ? "Join the waiting list" : "Join";
  const [isOpen, setIsOpen] = useState(false);
  const early = useEarlyPress(() => setIsOpen(true));
  // The join form passes its values along.
  const { state } = useLocation() as { state: { readonly visitor?: Visitor } | null };
  // Stored here, so that closing the form loses nothing.
  const [values, setValues] = useState<PlaceRequest>(state?.visitor ?? NOBODY);
  return (
    <>
      <ButtonLink
        {...early}
        to={`/join/${event.socialEventId}`}
        size="lg"
        aria-haspopup="dialog"
        onClick={(click) => {
          if (click.metaKey || click.ctrlKey || click.shiftKey) return;
          click.preventDefault();
          setIsOpen(true);
        }}
      >
        {action}
      </ButtonLink>
      {isOpen && (
        <LateDialog onClose={() => setIsOpen(false)}>
          <PlaceForm
            event={event}
            isFull={isFull}
            action={action}
            values={values}
            onValues={setValues}
            onClose={() => setIsOpen(false)}
          />
        </LateDialog>
      )}
    </>
  );
}
