import type { Route } from "./+types/country-party";
import { appContext } from "#src/context/app-context.ts";
import { HolidayForm } from "#src/features/holiday-signup/components/holiday-form.tsx";
import { TicketStub } from "#src/features/holiday-signup/components/ticket-stub.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { type Day, longDate } from "#src/shared/dates.ts";
import { BesidePicture } from "#src/ui/beside-picture.tsx";
import { Breadcrumb } from "#src/ui/breadcrumb.tsx";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const { countryPartyDay, paymentNames } = context.get(appContext).config;
  // The ticket's price: Bitcoin Cash is for a fixed amount and can't pay it.
  const hasPaymentApp = paymentNames.venmo !== undefined || paymentNames.cashApp !== undefined;
  return { partyDay: countryPartyDay ?? null, hasPaymentApp };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Country Party",
    description: "Our holiday party: line dances taught from the first step, tickets $20 ahead and $25 on the day.",
    path: "/xmas",
  });

function dayWords(today: Day, partyDay: Day | null): string {
  if (partyDay === null) return "The day is announced with the events.";
  return today > partyDay ? `The last one was on ${longDate(partyDay)}.` : `${longDate(partyDay)}.`;
}

export default function CountryParty({ loaderData: { partyDay, hasPaymentApp } }: Route.ComponentProps) {
  const today = useSiteFacts()?.today ?? "";
  return (
    <Page>
      <BesidePicture picture="dance">
        <Breadcrumb trail={[{ label: "Home", to: "/" }]} current="Country Party" />
        <PageHeader
          title="Country Party"
          lead={`Our holiday party, in boots. ${dayWords(today, partyDay)} Someone teaches the line dances before the music gets fast.`}
        />
        <TicketStub today={today} partyDay={partyDay} />
        <HolidayForm hasPaymentApp={hasPaymentApp} />
      </BesidePicture>
    </Page>
  );
}
