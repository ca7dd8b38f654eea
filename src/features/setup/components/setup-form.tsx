import { useState } from "react";
import { EmailField, NameFields, PasswordField, TextField } from "#src/features/identity/components/auth-fields.tsx";
import { refusalFaults } from "#src/features/identity/components/use-auth-form.ts";
import { PASSWORD_HINT } from "#src/features/identity/messages.ts";
import { SetUp } from "#src/features/setup/components/set-up.tsx";
import styles from "#src/features/setup/components/setup.module.css";
import { SETUP_FAILED } from "#src/features/setup/messages.ts";
import { SETUP_FIELDS, type SetupFields, setupFaults } from "#src/features/setup/rules.ts";
import { postAuth } from "#src/features/sign-in/auth-calls.ts";
import { AuthForm } from "#src/features/sign-in/components/auth-form.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

const ZONES = "setup-time-zones";

/** This browser's time zone, a good guess for the group's. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function GroupFields() {
  const isHydrated = useHydrated();
  return (
    <fieldset className={styles.part}>
      <legend className={styles.title}>The group</legend>
      <TextField name="groupName" label="Name" maxLength={60} autoComplete="off" autoCapitalize="words" />
      <TextField
        name="areaName"
        label="Town or area"
        maxLength={60}
        autoComplete="address-level2"
        autoCapitalize="words"
      />
      <TextField
        key={isHydrated ? "own" : "unknown"}
        name="timeZone"
        label="Time zone"
        list={ZONES}
        autoComplete="off"
        defaultValue={isHydrated ? ownZone() : ""}
        hint="Dates and times of events are in this zone."
      />
      <datalist id={ZONES}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </fieldset>
  );
}

/** The code comes from the terminal's link, in the fragment so that no log has it; or it is typed. */
function SetupCodeField() {
  const isHydrated = useHydrated();
  return (
    <TextField
      key={isHydrated ? "link" : "unknown"}
      name="code"
      label="Setup code"
      autoComplete="off"
      defaultValue={isHydrated ? location.hash.slice(1) : ""}
      hint="From the link that the site’s terminal shows at its start."
    />
  );
}

function Fields({ onDone }: { onDone: (values: SetupFields) => void }) {
  async function send(values: SetupFields) {
    const answer = await postAuth("setup", values, SETUP_FAILED);
    if (!answer.ok) return refusalFaults(answer);
    // The code is used up: keep it out of bookmarks.
    history.replaceState(history.state, "", location.pathname);
    onDone(values);
    return null;
  }
  return (
    <AuthForm
      title="Set up your group"
      lead="Two minutes, once: name the group and make yourself its first organizer. Everything here can be changed later."
      names={SETUP_FIELDS}
      check={setupFaults}
      send={send}
      action={["Set up the group", "Setting up…"]}
    >
      <SetupCodeField />
      <GroupFields />
      <fieldset className={styles.part}>
        <legend className={styles.title}>You, its first organizer</legend>
        <NameFields />
        <EmailField />
        <PasswordField name="password" label="Password" kind="new" hint={`Use ${PASSWORD_HINT}.`} />
      </fieldset>
    </AuthForm>
  );
}

/** The first-run form: names the group and creates its first organizer. A refusal keeps the input. */
export function SetupForm() {
  const [done, setDone] = useState<SetupFields | null>(null);
  return (
    <div className={styles.page}>
      {done ? <SetUp groupName={done.groupName} email={done.email} /> : <Fields onDone={setDone} />}
    </div>
  );
}
