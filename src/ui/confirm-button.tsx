import { useEffect, useState } from "react";
import { Button } from "#src/ui/button-link.tsx";

/** Longer than the pause of a double tap. */
const REST_MS = 500;

/**
 * The button that confirms something final. Ignores presses in its first half second, so a double tap on the button it
 * replaces cannot confirm.
 */
export function ConfirmButton({ disabled = false, ...rest }: React.ComponentProps<typeof Button>) {
  const [isResting, setIsResting] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsResting(false), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Button {...rest} disabled={disabled || isResting} />;
}
