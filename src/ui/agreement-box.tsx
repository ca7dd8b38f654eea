import { useId } from "react";
import { ADULT_AGE, TERMS_VERSION } from "#src/shared/terms.ts";
import styles from "#src/ui/agreement-box.module.css";
import { describedBy, FieldError } from "#src/ui/field.tsx";

/** Opens in a new tab, so that the form keeps its input. */
function Page({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

type AgreementBoxProps = { error: string | undefined } & Omit<React.ComponentProps<"input">, "type" | "value">;

/** Consent to age and terms; its value is the version of the terms. Never checked by default. */
export function AgreementBox({ error, id, ...input }: AgreementBoxProps) {
  const made = useId();
  const own = id ?? made;
  return (
    <div className={styles.agreement}>
      <div className={styles.row}>
        <input
          {...input}
          {...describedBy(own, error)}
          id={own}
          type="checkbox"
          value={TERMS_VERSION}
          required
          className={styles.box}
        />
        <label htmlFor={own}>
          I’m {ADULT_AGE} or older and agree to the <Page href="/terms">Terms</Page> and the{" "}
          <Page href="/privacy">Privacy</Page> page.
        </label>
      </div>
      <FieldError id={own} error={error} />
    </div>
  );
}
