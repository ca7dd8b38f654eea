import { useEffect, useRef } from "react";
import { Section } from "#src/ui/section.tsx";
import styles from "#src/features/dashboard/components/account-tab.module.css";
import { Switch } from "#src/features/dashboard/components/switch.tsx";
import { useSaving } from "#src/features/dashboard/components/use-saving.ts";
import type { AccountPartProps } from "#src/features/dashboard/components/account-part.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import type { Profile } from "#src/features/profile/schema.ts";

type Choice = keyof Profile["notifications"];

const CHOICES: readonly { readonly name: Choice; readonly label: string; readonly hint: string }[] = [
  { name: "reminders", label: "Reminders", hint: "The day before an event you’re going to." },
  { name: "rsvps", label: "Your spaces", hint: "You are going, or a space opened up." },
  { name: "eventChanges", label: "Changes", hint: "An event you’re going to moves or is canceled." },
  {
    name: "hostMessages",
    label: "Messages from hosts",
    hint: "The host of an event you’re going to writes to the guests.",
  },
  { name: "newGuests", label: "New guests", hint: "Someone RSVPs to an event you host." },
];

/** Mail preferences, saved on change. */
export function MailChoices({ profile, onProfile }: AccountPartProps) {
  const { notifications } = profile;
  const { said, save } = useSaving();
  const newest = useRef(profile);
  useEffect(() => {
    newest.current = profile;
  });
  function show(choice: Partial<Profile["notifications"]>): void {
    onProfile({ ...newest.current, notifications: { ...newest.current.notifications, ...choice } });
  }
  function choose(name: Choice, isOn: boolean): void {
    show({ [name]: isOn });
    save({
      send: () => memberFetch<Profile>("/api/profile", { method: "PATCH", body: { notifications: { [name]: isOn } } }),
      onSaved: onProfile,
      onRefused: () => show({ [name]: !isOn }),
    });
  }

  return (
    <Section id="account-mail" title="Mail">
      <div className={styles.switches}>
        {CHOICES.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            isOn={notifications[name] && !notifications.unsubscribed}
            isDisabled={notifications.unsubscribed}
            onSwitch={(isOn) => choose(name, isOn)}
          />
        ))}
        <Switch
          label="No email at all"
          hint="You still get the codes you ask for."
          isOn={notifications.unsubscribed}
          onSwitch={(isOn) => choose("unsubscribed", isOn)}
        />
      </div>
      <p className={said.isError ? styles.refused : styles.hint} role="status">
        {said.text}
      </p>
    </Section>
  );
}
