import { useEffect, useRef, useState } from "react";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import panel from "#src/features/console/components/panel.module.css";
import { useLoaded } from "#src/features/identity/components/use-loaded.ts";
import { GrantForm } from "#src/features/roles/components/grant-form.tsx";
import { RoleTable } from "#src/features/roles/components/role-table.tsx";
import styles from "#src/features/roles/components/roles.module.css";
import type { Holder, RolesAnswer } from "#src/features/roles/schema.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { FailureNotice, Notice } from "#src/ui/notice.tsx";
import { type Role, ROLE_WORDS } from "#src/shared/roles.ts";

const PATH = "/api/admin/roles";

type Taking = { readonly holder: Holder; readonly role: Role };
type TakeProps = { taking: Taking; onDone: (words: string) => void; onClose: () => void };

function TakeDialog({ taking: { holder, role }, onDone, onClose }: TakeProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  async function take(): Promise<void> {
    if (isSending) return;
    setIsSending(true);
    const path = `${PATH}/${encodeURIComponent(holder.sub)}/${role}`;
    const answer = await consoleFetch<{ message: string }>(path, { method: "DELETE" });
    setIsSending(false);
    if (answer.ok) onDone(answer.value.message);
    else setProblem(answer.message);
  }
  const who = holder.isYou ? "your" : `${holder.name === "" ? holder.email : holder.name}'s`;
  return (
    <Dialog title={`Take ${who} role ${ROLE_WORDS[role]} away?`} mayClose={() => !isSending} onClose={onClose}>
      <div className={panel.form}>
        <p>
          It ends at once, on all of {holder.isYou ? "your" : "their"} devices. {holder.email} gets an email about it.
        </p>
        <FailureNotice words={problem} />
        <div className="buttons">
          <Button aria-disabled={isSending} onClick={() => void take()}>
            {isSending ? "Taking role away…" : "Take role away"}
          </Button>
          <Button variant="quiet" disabled={isSending} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function HolderItem({ holder, onTake }: { holder: Holder; onTake: (role: Role) => void }) {
  const { dayWords } = useMoments();
  return (
    <li className={styles.holder}>
      <div>
        <h3 className={styles.name}>
          {holder.name === "" ? holder.email : holder.name}
          {holder.isYou && <span className="quiet"> (you)</span>}
        </h3>
        {holder.name !== "" && <p className="quiet">{holder.email}</p>}
      </div>
      <ul className={styles.held}>
        {holder.roles.map(({ role, grantedAt, isFixed }) => (
          <li key={role}>
            <span>
              <strong>{ROLE_WORDS[role]}</strong>
              {grantedAt !== null && <span className="quiet"> since {dayWords(grantedAt)}</span>}
              {isFixed && <span className="quiet"> set on the server (ADMIN_EMAILS)</span>}
            </span>
            {!isFixed && (
              <Button variant="quiet" onClick={() => onTake(role)}>
                Take away
                <span className="visually-hidden">
                  : {ROLE_WORDS[role]} of {holder.email}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

function Holders({ holders, onTake }: { holders: readonly Holder[] | null; onTake: (taking: Taking) => void }) {
  if (holders === null)
    return (
      <div className={panel.skeleton} aria-hidden>
        <span />
        <span />
      </div>
    );
  return (
    <ul className={styles.holders} aria-label="People with a role">
      {holders.map((holder) => (
        <HolderItem key={holder.sub} holder={holder} onTake={(role) => onTake({ holder, role })} />
      ))}
    </ul>
  );
}

/** Grants and revokes roles, and explains what each may do. */
export function Roles() {
  const { value, failure, retry, refresh } = useLoaded<RolesAnswer>(PATH, consoleFetch);
  const [taking, setTaking] = useState<Taking | null>(null);
  const [said, setSaid] = useState("");
  const note = useRef<HTMLDivElement>(null);
  // On phones the form is far below its result.
  useEffect(() => {
    if (said !== "") note.current?.scrollIntoView({ block: "nearest" });
  }, [said]);
  const changed = (words: string) => {
    setSaid(words);
    setTaking(null);
    void refresh();
  };
  if (failure)
    return (
      <EmptyState picture="offline" title="The roles could not be loaded" text={failure.message}>
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    );
  return (
    <div className={styles.roles}>
      <section aria-labelledby="roles">
        <h2 id="roles" className={panel.title}>
          Roles
        </h2>
        <div role="status" ref={note}>
          {said !== "" && <Notice title={said} />}
        </div>
        <Holders holders={value?.holders ?? null} onTake={setTaking} />
      </section>
      <GrantForm onChanged={changed} />
      <RoleTable />
      {taking && <TakeDialog taking={taking} onDone={changed} onClose={() => setTaking(null)} />}
    </div>
  );
}
