import { type RefObject, useEffect, useRef } from "react";

/** A ref for a form: when the server's `faults` about its fields arrive, the first of those fields has the focus. */
export function useFaultFocus(faults: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [faults]);
  return form;
}
