import { Link } from "react-router";
import type { Route } from "./+types/form-field";
import { FieldDrawing } from "#src/features/marketing/components/field-drawing.tsx";
import styles from "#src/features/marketing/routes/form-field.module.css";
import { pageMeta } from "#src/features/site/page-meta.ts";
import { Page } from "#src/ui/page.tsx";
import { PageHeader } from "#src/ui/page-header.tsx";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "What goes into the form field",
    description: "A picture of the field for your chat username, and where to look that name up.",
    path: "/screenshot-of-the-form-field",
  });

export default function FormField() {
  return (
    <Page width="text">
      <PageHeader
        title="What goes into the form field"
        lead="When a form asks for your chat username, it wants the name that the others see there, not your phone number and not your address."
      />
      <div className={styles.page}>
        <FieldDrawing />
        <h2 className={styles.heading}>Where to look it up</h2>
        <ol className={styles.steps}>
          <li>Open the group chat on your phone and tap the picture of the group.</li>
          <li>Find yourself in the list of members. The name beside your picture is the one.</li>
          <li>Type it exactly as it’s shown there. Dashes are optional: we remove them.</li>
        </ol>
        <p>
          Not in the chat yet? <Link to="/join">Join</Link> first, and pay when you have a name there.
        </p>
      </div>
    </Page>
  );
}
