import styles from "#src/features/security/components/security.module.css";
import { type AuthFormOptions, FaultsContext, useAuthForm } from "#src/features/identity/components/use-auth-form.ts";
import { Notice } from "#src/ui/notice.tsx";
import { FormActions } from "#src/ui/form-actions.tsx";

type SectionFormProps<K extends string> = AuthFormOptions<K> & {
  /** The button's label, idle and busy. */
  action: readonly [idle: string, busy: string];
  onCancel: () => void;
  children: React.ReactNode;
};

/** A form inside a section of the page "Sign-in & security". */
export function SectionForm<K extends string>({ action, onCancel, children, ...options }: SectionFormProps<K>) {
  const { form, isBusy, faults, submit } = useAuthForm(options);
  return (
    <FaultsContext value={faults}>
      <form
        ref={form}
        // If the browser ever submits it natively, no password may end up in a URL.
        method="post"
        noValidate
        className={styles.form}
        aria-busy={isBusy || undefined}
        onSubmit={(event) => void submit(event)}
      >
        {children}
        {faults.summary !== null && (
          <div data-summary tabIndex={-1}>
            <Notice kind="error">
              <p>{faults.summary}</p>
            </Notice>
          </div>
        )}
        <FormActions action={action} isBusy={isBusy} onCancel={onCancel} />
      </form>
    </FaultsContext>
  );
}
