import { createContext, useContext, useLayoutEffect, useRef, useState } from "react";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";
import type { Faults } from "#src/features/identity/rules.ts";

const NONE: Faults = { summary: null, fields: {} };

/** The errors of the field's form. */
export const FaultsContext = createContext<Faults>(NONE);

export function useFieldFault(name: string): string | undefined {
  return useContext(FaultsContext).fields[name];
}

/** A server's refusal as form errors. */
export function refusalFaults({ message, fields = {} }: MemberFailure): Faults {
  return { summary: message, fields };
}

export type AuthFormOptions<K extends string> = {
  readonly names: readonly K[];
  readonly check: (values: Record<K, string>) => Faults | null;
  /** Returns what went wrong, or null on success. */
  readonly send: (values: Record<K, string>) => Promise<Faults | null>;
};

/** The typed values, read from the document to include what a password manager filled in without an event. */
function readValues<K extends string>(form: HTMLFormElement, names: readonly K[]): Record<K, string> {
  const data = new FormData(form);
  const value = (name: K) => {
    const typed = data.get(name);
    return typeof typed === "string" ? typed : "";
  };
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, string>;
}

/** Checks and sends a form, one request at a time. A refusal keeps the input and focuses the first error. */
export function useAuthForm<K extends string>({ names, check, send }: AuthFormOptions<K>) {
  const form = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>(NONE);

  // A new object per refusal, so that the same refusal twice moves the focus twice.
  useLayoutEffect(() => {
    if (faults === NONE) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid]");
    (wrong ?? form.current?.querySelector<HTMLElement>("[data-summary]"))?.focus();
  }, [faults]);

  async function submit(event: React.SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isUnderWay.current) return;
    const values = readValues(event.currentTarget, names);
    const wrong = check(values);
    if (wrong) return setFaults(wrong);
    isUnderWay.current = true;
    setIsBusy(true);
    setFaults(NONE);
    const refused = await send(values);
    isUnderWay.current = false;
    setIsBusy(false);
    if (refused) setFaults({ ...refused });
  }

  return { form, isBusy, faults, submit };
}
