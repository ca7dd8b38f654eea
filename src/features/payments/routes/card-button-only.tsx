import type { Route } from "./+types/card-button-only";
import { appContext } from "#src/context/app-context.ts";
import { CardButton } from "#src/features/payments/components/card-button.tsx";
import { NotSetUp } from "#src/features/payments/components/not-set-up.tsx";
import { CARD_NOT_SET_UP } from "#src/features/payments/messages.ts";
import { cardButton } from "#src/features/payments/queries.server.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return { button: cardButton(context.get(appContext), "test") };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Pay by card",
    description: "The card provider's button alone, for trying it out.",
    path: "/3",
    isHidden: true,
  });

/** Only the card provider's button: for trying it out. */
export default function CardButtonOnly({ loaderData: { button } }: Route.ComponentProps) {
  return (
    <Page width="text">
      <h1 className="visually-hidden">Pay by card</h1>
      {button ? <CardButton {...button} /> : <NotSetUp text={CARD_NOT_SET_UP} />}
    </Page>
  );
}
