import { useEffect, useState } from "react";
import { Button } from "#src/ui/button-link.tsx";

/** Longer than the pause within a double tap. */
const REST_MS = 500;

/**
 * The button that confirms something final. It takes no press in its first half second, so that a double tap on the
 * button it replaces cannot confirm by itself.
 */
export function ConfirmButton({ disabled = false, ...rest }: React.ComponentProps<typeof Button>) {
  const [isResting, setIsResting] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsResting(false), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Button {...rest} disabled={disabled || isResting} />;
}
