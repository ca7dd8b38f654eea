import { dayWords } from "#src/ui/moments.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import styles from "#src/features/people/components/edit/edit-dialog.module.css";
import type { OneUser } from "#src/features/people/schema/users.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { longDate } from "#src/shared/dates.ts";
import { ADULT_AGE } from "#src/shared/terms.ts";

function words({ agreedTerms }: OneUser): string {
  if (agreedTerms === null) return "Age and terms: not asked.";
  const day = dayWords(agreedTerms.at);
  return `Says to be ${ADULT_AGE} or older and agrees to the terms of ${longDate(agreedTerms.version)} (ticked ${day}).`;
}

/** Which terms a person ticked, and when. */
export function AgreedTerms({ userId }: { userId: string }) {
  const path = `/api/pending-join-requests/users/${encodeURIComponent(userId)}`;
  const { value, failure } = useLoaded<OneUser>(path, consoleFetch);
  return <p className={styles.quiet}>{value ? words(value) : (failure?.message ?? "Age and terms: one moment…")}</p>;
}
