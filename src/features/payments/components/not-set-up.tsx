import { ButtonLink } from "#src/ui/button-link.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";

type NotSetUpProps = {
  /** What is missing, in a sentence. */
  text: string;
};

/** Says calmly that a way to pay is not there, instead of showing a broken one. */
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
