import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { ROLE_WORDS } from "#src/features/people/components/record-fields.ts";
import type { OneUser, User } from "#src/features/people/schema/users.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { longDate } from "#src/shared/dates.ts";
import { ADULT_AGE } from "#src/shared/terms.ts";
import { useMoments } from "#src/ui/moments.ts";

function termsWords({ agreedTerms }: OneUser, dayWords: (iso: string) => string): string {
  if (agreedTerms === null) return "Age and terms: not asked.";
  const day = dayWords(agreedTerms.at);
  return `Says to be ${ADULT_AGE} or older and agrees to the terms of ${longDate(agreedTerms.version)} (ticked ${day}).`;
}

/** The role of a person's account, and the terms they accepted. Read-only. */
export function AccountFacts({ user }: { user: User }) {
  const { dayWords } = useMoments();
  const path = `/api/pending-join-requests/users/${encodeURIComponent(user.userId)}`;
  const { value, failure } = useLoaded<OneUser>(path, consoleFetch);
  return (
    <div className="quiet">
      <p>
        Role: <strong>{ROLE_WORDS[(value?.user ?? user).role]}</strong>. It comes from the account’s groups and
        membership, and can’t be changed here.
      </p>
      <p>{value ? termsWords(value, dayWords) : (failure?.message ?? "Age and terms: one moment…")}</p>
    </div>
  );
}
