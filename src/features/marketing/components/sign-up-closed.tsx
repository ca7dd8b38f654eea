import { SIGN_UP_CLOSED } from "#src/features/marketing/messages.ts";
import { ButtonLink } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";

/** Shown instead of every invitation once no team can enter. */
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
