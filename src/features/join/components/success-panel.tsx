import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import styles from "#src/features/join/components/success-panel.module.css";
import { JOIN_SUCCESS } from "#src/features/join/messages.ts";
import type { Sex } from "#src/shared/choices.ts";
import buttons from "#src/ui/button.module.css";
import { ButtonLink } from "#src/ui/button-link.tsx";

// Long enough to read the sentence, or to hear it begin.
const STAY_MS = 3000;

function ChatInvitation({ chatInviteUrl }: { chatInviteUrl: string }) {
  return (
    <>
      <p className={styles.text}>
        Next, download the GroupMe chat app. Once it is on your phone, join our group chat: that is where plans are
        made.
      </p>
      <a
        href={chatInviteUrl}
        rel="noopener"
        className={`${buttons.button} ${buttons.primary} ${buttons.lg} ${buttons.wide}`}
      >
        Join Group Chat
      </a>
    </>
  );
}

function OnToMembership() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate("/subscribe", { replace: true }), STAY_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <>
      <p className={styles.text}>Next comes the membership page, in a moment.</p>
      <ButtonLink to="/subscribe" replace size="lg" wide>
        Continue
      </ButtonLink>
    </>
  );
}

/** The request is in. It takes the focus, so that it is seen and heard before anything else happens. */
export function SuccessPanel({ sex, chatInviteUrl }: { sex: Sex; chatInviteUrl: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo({ top: 0, behavior: "instant" });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.panel}>
      <img className={styles.picture} src="/brand/joined.svg" width={320} height={240} alt="" />
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {JOIN_SUCCESS}
      </h2>
      {sex === "female" ? <ChatInvitation chatInviteUrl={chatInviteUrl} /> : <OnToMembership />}
    </div>
  );
}
