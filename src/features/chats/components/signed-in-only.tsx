import { useEffect, useState } from "react";
import styles from "#src/features/chats/components/chat-gate.module.css";
import { LoginNotice } from "#src/features/chats/components/chat-gate.tsx";
import { hasSessionHint, refreshSession, useSignedIn } from "#src/features/identity/session.ts";
import { useHydrated } from "#src/ui/use-hydrated.ts";

/** Whether this tab is still restoring the browser's session and has no token yet. */
function useTakingUp(isSignedIn: boolean): boolean {
  const [isAsked, setIsAsked] = useState(false);
  const isHydrated = useHydrated();
  const mayHaveSession = isHydrated && !isSignedIn && !isAsked && hasSessionHint();
  useEffect(() => {
    if (mayHaveSession) void refreshSession().then(() => setIsAsked(true));
  }, [mayHaveSession]);
  return mayHaveSession;
}

type SignedInOnlyProps = {
  skeleton: React.ReactNode;
  /** Shown above the notice if the members-only content has its own heading. */
  heading?: React.ReactNode;
  children: React.ReactNode;
};

/** Members-only content, or a sign-in link; a skeleton until the session is known. */
export function SignedInOnly({ skeleton, heading, children }: SignedInOnlyProps) {
  const isHydrated = useHydrated();
  const isSignedIn = useSignedIn();
  const isTakingUp = useTakingUp(isSignedIn);
  if (isTakingUp) return skeleton;
  const notice = (
    <>
      {heading}
      <LoginNotice />
    </>
  );
  if (isHydrated) return isSignedIn ? children : notice;
  return (
    <>
      <div className={styles.visitors}>{notice}</div>
      <div className={styles.members}>{skeleton}</div>
    </>
  );
}
