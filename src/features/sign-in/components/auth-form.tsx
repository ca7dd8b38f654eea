import styles from "#src/features/identity/components/auth.module.css";
import { type AuthFormOptions, FaultsContext, useAuthForm } from "#src/features/identity/components/use-auth-form.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import { Button } from "#src/ui/button-link.tsx";
import { useEarlyEnter } from "#src/ui/early-press.ts";
import { Notice } from "#src/ui/notice.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

type AuthFormProps<K extends string> = AuthFormOptions<K> & {
  title: string;
  lead?: React.ReactNode;
  /** Explains what just happened or why this form is shown. */
  notice?: string | null;
  /** The button's label, idle and busy. */
  action: readonly [idle: string, busy: string];
  children: React.ReactNode;
  /** Alternative methods, under the button. */
  instead?: React.ReactNode;
  /** Links to the other forms. */
  ways?: React.ReactNode;
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

function Ways({ isDisabled, children }: { isDisabled: boolean; children: React.ReactNode }) {
  return (
    <fieldset className={styles.ways} disabled={isDisabled}>
      <legend className="visually-hidden">Other ways</legend>
      {children}
    </fieldset>
  );
}

/**
 * Sends the form, even if Enter was pressed before scripts ran. After a sign-in it stays busy and sends nothing more until
 * the next page shows.
 */
function useWayIn<K extends string>(options: AuthFormOptions<K>) {
  const { isBusy, ...form } = useAuthForm(options);
  const early = useEarlyEnter(form.form);
  const isSignedIn = useSignedIn();
  const submit: typeof form.submit = async (event) => (isSignedIn ? event.preventDefault() : form.submit(event));
  return { ...form, submit, early, isBusy: isBusy || isSignedIn };
}

/** One form of the sign-in screen: title, error, fields, submit button, links to the other forms. */
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
  const { form: ref, isBusy, faults, submit, early } = useWayIn(form);
  const [idle, busy] = action;
  return (
    <FaultsContext value={faults}>
      <form
        ref={ref}
        {...early}
        // POST even without scripts, so that no password ever ends up in a URL.
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
        {ways !== undefined && <Ways isDisabled={isBusy || !isReady}>{ways}</Ways>}
      </form>
    </FaultsContext>
  );
}
