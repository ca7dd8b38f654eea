import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

type NotSetUpProps = {
  /** The sentence about what is missing. */
  text: string;
};

/** Says that a payment method is not set up, instead of showing a broken one. */
export function NotSetUp({ text }: NotSetUpProps) {
  return (
    <EmptyState picture="empty-events" title="Ask us how to pay" text={text}>
      <ButtonLink to="/support">Support</ButtonLink>
      <ButtonLink to="/events" variant="quiet">
        See events
      </ButtonLink>
    </EmptyState>
  );
}
