import type { Route } from "./+types/test-pay-3";
import { TipCalculator } from "#src/features/payments/components/tip-calculator.tsx";
import { REQUIRED } from "#src/features/payments/messages.ts";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Test Pay App 3",
    description: "A page to try out amounts, tips and totals. No money moves.",
    path: "/2",
    isHidden: true,
  });

export default function TestPay() {
  return (
    <Page width="text">
      <PageHeader title="Test Pay App 3" lead="A place to try out amounts and tips. Nothing is charged here." />
      <TipCalculator missing={REQUIRED} />
    </Page>
  );
}
