import { useId, useState } from "react";
import styles from "#src/features/automation/components/automation.module.css";
import { AMOUNT_LABELS, amountFault, previewWords, TITLES, USES } from "#src/features/automation/messages.ts";
import type { Preview, Rule, RuleChanged } from "#src/features/automation/schema.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { AMOUNTS } from "#src/shared/automation.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextField } from "#src/ui/field.tsx";
import { useMoments } from "#src/ui/moments.ts";

export const PATH = "/api/admin/automation";

type Amount = { readonly kind: Rule["kind"]; readonly typed: string };

/** The typed number if the automation takes it; null if it doesn't. */
function readAmount({ kind, typed }: Amount): number | undefined | null {
  const bounds = AMOUNTS[kind];
  if (!bounds) return undefined;
  const amount = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return amount >= bounds.least && amount <= bounds.most ? amount : null;
}

/** The people it would act on, and the text of its mail. */
function PreviewBox({ kind, amount }: { kind: Rule["kind"]; amount: number | undefined }) {
  const query = new URLSearchParams({ kind, ...(amount !== undefined && { amount: String(amount) }) });
  const { value, failure } = useLoaded<Preview>(`${PATH}/preview?${query}`, consoleFetch);
  if (failure) return <p role="alert">{failure.message}</p>;
  if (!value) return <p role="status">Loading…</p>;
  const [subject, ...texts] = value.texts;
  const more = value.count - value.names.length;
  return (
    <div className={styles.preview}>
      <p role="status" className={styles.found}>
        {previewWords(kind, value.count)}
      </p>
      {value.names.length > 0 && (
        <p className="quiet">
          {value.names.map((name) => name || "No name").join(", ")}
          {more > 0 && `, and ${more} more`}
        </p>
      )}
      {subject !== undefined && (
        <div className={styles.letter}>
          <p className={styles.subject}>{subject}</p>
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </div>
  );
}

/** Changes a rule; ignores presses while a change is in flight. */
function useChange({ kind }: Rule, onChanged: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState("");
  async function change(isOn: boolean, amount: number | undefined): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    const body = { isOn, ...(amount !== undefined && { amount }) };
    const answer = await consoleFetch<RuleChanged>(`${PATH}/${kind}`, { method: "PUT", body });
    setIsBusy(false);
    setSaid(answer.ok ? answer.value.message : answer.message);
    if (answer.ok) onChanged();
  }
  return { isBusy, said, change };
}

/** An automation's description, number, and buttons to preview it and turn it on and off. */
export function RuleCard({ rule, onChanged }: { rule: Rule; onChanged: () => void }) {
  const { kind, isOn, onSince } = rule;
  const title = useId();
  const { momentWords } = useMoments();
  const { isBusy, said, change } = useChange(rule, onChanged);
  const [typed, setTyped] = useState(String(rule.amount ?? ""));
  const [hasPreview, setHasPreview] = useState(false);
  const label = AMOUNT_LABELS[kind];
  const amount = readAmount({ kind, typed });
  const isChanged = isOn && amount !== undefined && amount !== rule.amount;
  const save = (on: boolean) => {
    if (!on) return void change(false, undefined);
    if (amount !== null) void change(true, amount);
  };
  return (
    <li className={styles.rule} aria-labelledby={title} data-on={isOn || undefined}>
      <div className={styles.top}>
        <h3 id={title} className={styles.name}>
          {TITLES[kind]}
        </h3>
        <p className={styles.state}>{isOn && onSince !== null ? `On since ${momentWords(onSince)}` : "Off"}</p>
      </div>
      <p>{USES[kind]}</p>
      {label !== undefined && (
        <TextField
          label={label}
          inputMode="numeric"
          className={styles.amount}
          value={typed}
          error={amount === null ? amountFault(kind) : undefined}
          onValue={setTyped}
        />
      )}
      {hasPreview && amount !== null && <PreviewBox kind={kind} amount={amount} />}
      <div role="status">{said}</div>
      <div className="buttons">
        <Button variant="quiet" aria-expanded={hasPreview} onClick={() => setHasPreview(!hasPreview)}>
          {hasPreview ? "Hide preview" : "Preview"}
          <span className="visually-hidden"> of {TITLES[kind]}</span>
        </Button>
        {isChanged && (
          <Button aria-disabled={isBusy || amount === null} onClick={() => save(true)}>
            Save changes
          </Button>
        )}
        <Button
          variant={isOn ? "quiet" : "primary"}
          aria-disabled={isBusy || (!isOn && amount === null)}
          onClick={() => save(!isOn)}
        >
          {isOn ? "Turn off" : "Turn on"}
          <span className="visually-hidden"> {TITLES[kind]}</span>
        </Button>
      </div>
    </li>
  );
}
