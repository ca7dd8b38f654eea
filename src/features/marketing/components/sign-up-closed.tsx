import { SIGN_UP_CLOSED } from "#src/features/marketing/messages.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** Replaces every invitation once registration is closed. */
export function SignUpClosed() {
  return (
    <>
      <Notice title="Sign-up is closed">
        <p>{SIGN_UP_CLOSED}</p>
      </Notice>
      <p>
        <ButtonLink to="/events?chat=Volleyball">See volleyball events</ButtonLink>
      </p>
    </>
  );
}
