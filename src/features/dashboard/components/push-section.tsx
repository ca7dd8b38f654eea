import styles from "#src/features/dashboard/components/account-tab.module.css";
import { Switch } from "#src/features/dashboard/components/switch.tsx";
import { useSaving } from "#src/features/dashboard/components/use-saving.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import type { PushAbility } from "#src/features/notifications/components/push-browser.ts";
import { usePush } from "#src/features/notifications/components/use-push.ts";
import type { PushChoices, PushSettings } from "#src/features/notifications/schema.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import type { PushKind } from "#src/shared/states.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Section } from "#src/ui/section.tsx";

const KINDS: readonly { readonly kind: PushKind; readonly label: string; readonly hint: string }[] = [
  { kind: "promotion", label: "A space is yours", hint: "A space opened up, and you’re going." },
  { kind: "offer", label: "A space is offered", hint: "You are on the waiting list and can take a space." },
  { kind: "decision", label: "Go or no-go", hint: "An event goes on hold, or it’s decided that it’s on." },
  { kind: "change", label: "Changes", hint: "An event you’re going to moves or changes." },
  { kind: "cancellation", label: "Cancellations", hint: "An event you’re going to is canceled." },
  { kind: "message", label: "Messages from hosts", hint: "The host of an event you’re going to writes to the guests." },
  { kind: "guests", label: "New guests", hint: "Someone RSVPs to an event you host." },
  { kind: "court", label: "Next on a court", hint: "At an event with a court board, you play in the next round." },
  { kind: "mention", label: "Mentions", hint: "Someone @mentions you or replies to you in a chat." },
];

const ABILITY_WORDS: Readonly<Record<PushAbility, string>> = {
  ready: "Get news right away.",
  on: "This device gets notifications.",
  install:
    "On an iPhone or iPad, first add this site to your home screen: press Share, then “Add to Home Screen”. Open it from there and come back here.",
  denied: "Your browser blocks notifications from this site. Allow them in its settings, then reload this page.",
  none: "This browser cannot show notifications.",
};

/** The role of mail, for people who have not turned it off. */
const MAIL_WORDS: Readonly<Record<PushAbility, string>> = {
  ready: "If you don’t open a notification within ten minutes, we email you too.",
  on: "If you don’t open one within ten minutes, we email you too.",
  install: "",
  denied: "Until then, we email you.",
  none: "We email you instead.",
};

const abilityWords = (ability: PushAbility, getsMail: boolean): string =>
  getsMail ? `${ABILITY_WORDS[ability]} ${MAIL_WORDS[ability]}` : ABILITY_WORDS[ability];

const toggled = <T,>(list: readonly T[], item: T, isOn: boolean): T[] =>
  isOn ? list.filter((each) => each !== item) : [...new Set([...list, item])];

function Choices({ settings, onChoose }: { settings: PushSettings; onChoose: (choices: PushChoices) => void }) {
  const { mutedKinds, mutedActivities } = settings;
  const { chatGroups = [] } = useSiteFacts() ?? {};
  return (
    <>
      <div className={styles.switches}>
        {KINDS.map(({ kind, label, hint }) => (
          <Switch
            key={kind}
            label={label}
            hint={hint}
            isOn={!mutedKinds.includes(kind)}
            onSwitch={(isOn) => onChoose({ mutedKinds: toggled(mutedKinds, kind, isOn) })}
          />
        ))}
      </div>
      <details>
        <summary className={styles.summary}>Choose by activity</summary>
        <div className={styles.switches}>
          {chatGroups.map((activity) => (
            <Switch
              key={activity}
              label={activity}
              isOn={!mutedActivities.includes(activity)}
              onSwitch={(isOn) => onChoose({ mutedActivities: toggled(mutedActivities, activity, isOn) })}
            />
          ))}
        </div>
      </details>
    </>
  );
}

/** Notifications: on this device, by kind and by activity. */
export function PushSection({ getsMail }: { getsMail: boolean }) {
  const { ability, isBusy, refusal, turnOn, turnOff } = usePush();
  const { value, set, refresh } = useLoaded<PushSettings>("/api/push");
  const { said, save } = useSaving();
  function choose(choices: PushChoices) {
    if (value === null) return;
    set({ ...value, ...choices });
    save({
      send: () => memberFetch<PushSettings>("/api/push", { method: "PATCH", body: choices }),
      onSaved: set,
      onRefused: () => void refresh(),
    });
  }
  return (
    <Section id="account-push" title="Notifications">
      <p className={styles.hint}>
        {ability === null ? "Looking at what this browser can do…" : abilityWords(ability, getsMail)}
      </p>
      {ability === "ready" && (
        <Button variant="quiet" disabled={isBusy} onClick={turnOn}>
          {isBusy ? "Turning on…" : "Turn on notifications"}
        </Button>
      )}
      {ability === "on" && (
        <Button variant="quiet" disabled={isBusy} onClick={turnOff}>
          {isBusy ? "Turning off…" : "Turn off on this device"}
        </Button>
      )}
      {refusal !== "" && ability !== "denied" && (
        <p className={styles.refused} role="alert">
          {refusal}
        </p>
      )}
      {value !== null && (ability === "on" || value.devices > 0) && <Choices settings={value} onChoose={choose} />}
      <p className={said.isError ? styles.refused : styles.hint} role="status">
        {said.text}
      </p>
    </Section>
  );
}
