import { type RefObject, useEffect, useRef } from "react";

/** A ref for a form: when the server reports field errors, focuses the first invalid field. */
export function useFaultFocus(faults: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [faults]);
  return form;
}
