import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { postAuth } from "#src/features/sign-in/auth-calls.ts";
import styles from "#src/features/identity/components/auth.module.css";
import { type OpenIdTrip, rememberedTrip } from "#src/features/sign-in/components/openid-trip.ts";
import { useWayOn } from "#src/features/sign-in/components/use-way-on.ts";
import { SecondFactorForm } from "#src/features/sign-in/components/second-factor-form.tsx";
import { type MemberAnswer, memberFetch, type SecondStep } from "#src/features/identity/member-fetch.ts";
import { OPENID_INVALID } from "#src/features/sign-in/messages.ts";
import type { SessionTokens } from "#src/features/sign-in/schema.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

const SECURITY = "/account/security";

type State = { readonly failure: string | null; readonly step: SecondStep | null };

/** Sends the provider's response to the server, once. */
function useReturn(onTokens: (idToken: string) => boolean): readonly [State, OpenIdTrip | null] {
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ failure: null, step: null });
  const [trip, setTrip] = useState<OpenIdTrip | null>(null);
  const isGiven = useRef(false);
  useEffect(() => {
    if (isGiven.current) return;
    isGiven.current = true;
    const query = location.search.slice(1);
    const meant = rememberedTrip();
    setTrip(meant);
    // Useless to others, but still removed from the history.
    const next = meant.next === null ? "" : `?${new URLSearchParams({ next: meant.next })}`;
    history.replaceState(history.state, "", location.pathname + next);
    const body = { query };
    void (async () => {
      if (meant.purpose === "connect") {
        const connected = await memberFetch("/api/account/openid", { method: "PUT", body });
        if (connected.ok) await navigate(SECURITY, { replace: true });
        else setState({ failure: connected.message, step: null });
        return;
      }
      // Opened by hand, without a response.
      const nothing: MemberAnswer<SessionTokens> = { ok: false, status: 0, message: OPENID_INVALID };
      const answer = query === "" ? nothing : await postAuth<SessionTokens>("openid-sign-in", body, OPENID_INVALID);
      if (answer.ok) onTokens(answer.value.idToken);
      else
        setState(
          answer.secondStep ? { failure: null, step: answer.secondStep } : { failure: answer.message, step: null },
        );
    })();
  }, [navigate, onTokens]);
  return [state, trip];
}

/** The page that the provider sends people back to. */
export function OpenIdReturn() {
  const onTokens = useWayOn();
  const [{ failure, step }, trip] = useReturn(onTokens);
  const [isBack, setIsBack] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    if (isBack) void navigate("/login", { replace: true });
  }, [isBack, navigate]);
  return (
    <div className={styles.panel} data-live>
      {step ? (
        <SecondFactorForm step={step} onTokens={onTokens} onBack={() => setIsBack(true)} />
      ) : (
        <div className={styles.form}>
          <h1 className={styles.title}>{failure === null ? "Signing you in…" : "Not signed in"}</h1>
          {failure !== null && (
            <>
              <Notice kind="error">
                <p>{failure}</p>
              </Notice>
              <ButtonLink to={trip?.purpose === "connect" ? SECURITY : "/login"}>
                {trip?.purpose === "connect" ? "Back to Sign-in & security" : "Back to sign in"}
              </ButtonLink>
            </>
          )}
        </div>
      )}
    </div>
  );
}
