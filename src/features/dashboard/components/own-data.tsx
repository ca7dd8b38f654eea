import { useState } from "react";
import { useNavigate } from "react-router";
import { Section } from "#src/ui/section.tsx";
import styles from "#src/features/dashboard/components/account-tab.module.css";
import { DeleteDialog } from "#src/features/dashboard/components/delete-dialog.tsx";
import { memberFetch } from "#src/features/identity/member-fetch.ts";
import { signOutEverywhere } from "#src/features/identity/session.ts";
import { Button, ButtonLink } from "#src/ui/button-link.tsx";
import { saveFile } from "#src/ui/save-file.ts";

const FILE_NAME = "my-data.json";

/** Sign out of this browser or of all. */
export function SessionSection() {
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);
  async function leaveEverywhere(): Promise<void> {
    setIsLeaving(true);
    await signOutEverywhere();
    void navigate("/", { replace: true });
  }
  return (
    <Section id="account-session" title="Signed in">
      <div className="buttons">
        <ButtonLink to="/account/security" variant="quiet">
          Sign-in &amp; security
        </ButtonLink>
        <ButtonLink to="/logout" variant="quiet">
          Log out
        </ButtonLink>
        <Button variant="quiet" aria-disabled={isLeaving} onClick={() => !isLeaving && void leaveEverywhere()}>
          Sign out everywhere
        </Button>
      </div>
      <p className={styles.hint}>Everywhere: every phone and computer where you are signed in.</p>
    </Section>
  );
}

/** Data export and account deletion. */
export function DataSection() {
  const [isDeleting, setIsDeleting] = useState(false);
  const [said, setSaid] = useState("");
  async function download(): Promise<void> {
    setSaid("Putting it together…");
    const answer = await memberFetch<unknown>("/api/profile/export");
    if (answer.ok) saveFile(FILE_NAME, new Blob([JSON.stringify(answer.value, null, 2)], { type: "application/json" }));
    setSaid(answer.ok ? `Saved as ${FILE_NAME}.` : answer.message);
  }
  return (
    <Section id="account-data" title="Your data">
      <div className="buttons">
        <Button variant="quiet" onClick={() => void download()}>
          Download my data
        </Button>
        <Button variant="quiet" className={styles.danger ?? ""} onClick={() => setIsDeleting(true)}>
          Delete my account
        </Button>
      </div>
      <p className={styles.hint} role="status">
        {said}
      </p>
      {isDeleting && <DeleteDialog onClose={() => setIsDeleting(false)} />}
    </Section>
  );
}
