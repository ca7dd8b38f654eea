import { useState } from "react";
import { Facts } from "#src/ui/facts.tsx";
import { Section } from "#src/ui/section.tsx";
import type { AccountPartProps } from "#src/features/dashboard/components/account-part.ts";
import { DetailsForm } from "#src/features/dashboard/components/details-form.tsx";
import type { Profile } from "#src/features/profile/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { longDate } from "#src/shared/dates.ts";

const ROLES: Readonly<Record<Profile["role"], string>> = {
  user: "Signed up",
  member: "Member",
  admin: "Organizer",
};

function factsOf(profile: Profile): [string, string][] {
  const { name, email, age, interestedEvents, socials, referredBy, role, joinDate } = profile;
  return [
    ["Name", name],
    ["Email", email],
    ["Age", age === null ? "" : String(age)],
    ["Interests", interestedEvents.join(", ")],
    ["Socials", socials],
    ["Heard of us through", referredBy],
    ["Role", ROLES[role]],
    ["With us since", joinDate === "" ? "" : longDate(joinDate)],
  ];
}

/** The person's details, with a form for the editable ones. */
export function DetailsSection({ profile, onProfile }: AccountPartProps) {
  const [isEditing, setIsEditing] = useState(false);
  const action = !isEditing && (
    <Button variant="quiet" onClick={() => setIsEditing(true)}>
      Edit<span className="visually-hidden"> about you</span>
    </Button>
  );
  return (
    <Section id="account-details" title="About you" action={action}>
      {isEditing ? (
        <DetailsForm
          profile={profile}
          onCancel={() => setIsEditing(false)}
          onSaved={(saved) => {
            setIsEditing(false);
            onProfile(saved);
          }}
        />
      ) : (
        <Facts facts={factsOf(profile)} />
      )}
    </Section>
  );
}
