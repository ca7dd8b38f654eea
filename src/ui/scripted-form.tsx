import { Button } from "#src/ui/button-link.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useHydrated } from "#src/ui/use-hydrated.ts";

/** Shown above the form where scripts are off. */
export function NeedsScripts({ of = "form" }: { of?: "form" | "page" }) {
  return (
    <noscript>
      <Notice kind="warning" title={`This ${of} needs JavaScript`}>
        <p>
          It’s turned off in this browser{of === "form" && ", so nothing can be sent"}. Turn it on for this site, then
          load the page again.
        </p>
      </Notice>
    </noscript>
  );
}

/** A form submitted by script. `method` keeps input out of the URL if the browser ever submits it natively. */
export function ScriptedForm({ children, ...form }: React.ComponentProps<"form">) {
  return (
    <form method="post" noValidate {...form}>
      <NeedsScripts />
      {children}
    </form>
  );
}

/** The form's submit button. Disabled until scripts run, so that an early Enter loses nothing. */
export function SubmitButton({ disabled = false, ...button }: Omit<React.ComponentProps<typeof Button>, "type">) {
  const isReady = useHydrated();
  return <Button type="submit" size="lg" wide {...button} disabled={disabled || !isReady} />;
}
