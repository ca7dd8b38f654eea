import styles from "#src/features/identity/components/auth.module.css";
import { type AuthFormOptions, FaultsContext, useAuthForm } from "#src/features/identity/components/use-auth-form.ts";
import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

type AuthFormProps<K extends string> = AuthFormOptions<K> & {
  title: string;
  lead?: React.ReactNode;
  /** What just happened, or why this form is shown. */
  notice?: string | null;
  /** What the button says, and what it says while it works. */
  action: readonly [idle: string, busy: string];
  children: React.ReactNode;
  /** Another way to do the same, under the button. */
  instead?: React.ReactNode;
  /** Ways to the other forms. */
  ways: React.ReactNode;
};

function Summary({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <div data-summary tabIndex={-1} className={styles.summary}>
      <Notice kind="error">
        <p>{text}</p>
      </Notice>
    </div>
  );
}

/** One form of the sign-in screen: its title, what is wrong, its fields, its one action, the ways to the others. */
export function AuthForm<K extends string>({
  title,
  lead,
  notice,
  action,
  children,
  instead,
  ways,
  ...form
}: AuthFormProps<K>) {
  const isReady = useHydrated();
  const { form: ref, isBusy, faults, submit } = useAuthForm(form);
  const [idle, busy] = action;
  return (
    <FaultsContext value={faults}>
      <form
        ref={ref}
        // Should the browser ever send it by itself, no password may end up in an address.
        method="post"
        noValidate
        className={styles.form}
        aria-labelledby="auth-title"
        aria-busy={isBusy || undefined}
        onSubmit={(event) => void submit(event)}
      >
        <div className={styles.head}>
          <h1 id="auth-title" className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        <div role="status">
          {notice && (
            <Notice>
              <p>{notice}</p>
            </Notice>
          )}
        </div>
        <Summary text={faults.summary} />
        {children}
        <Button
          type="submit"
          size="lg"
          className={styles.submit}
          disabled={!isReady}
          aria-disabled={isBusy || undefined}
          data-busy={isBusy || undefined}
        >
          {isBusy ? busy : idle}
        </Button>
        {instead}
        <fieldset className={styles.ways} disabled={isBusy || !isReady}>
          <legend className="visually-hidden">Other ways</legend>
          {ways}
        </fieldset>
      </form>
    </FaultsContext>
  );
}
