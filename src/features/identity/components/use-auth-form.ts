import { createContext, useContext, useLayoutEffect, useRef, useState } from "react";
import type { MemberFailure } from "#src/features/identity/member-fetch.ts";
import type { Faults } from "#src/features/identity/rules.ts";

const NONE: Faults = { summary: null, fields: {} };

/** The errors of the field's form. */
export const FaultsContext = createContext<Faults>(NONE);

export function useFieldFault(name: string): string | undefined {
  return useContext(FaultsContext).fields[name];
}

/** What a refusal of the server reads as in a form. */
export function refusalFaults({ message, fields = {} }: MemberFailure): Faults {
  return { summary: message, fields };
}

export type AuthFormOptions<K extends string> = {
  readonly names: readonly K[];
  readonly check: (values: Record<K, string>) => Faults | null;
  /** What went wrong; null when it is done. */
  readonly send: (values: Record<K, string>) => Promise<Faults | null>;
};

/** The typed values, as the document has them: also what a password manager filled in without a word. */
function readValues<K extends string>(form: HTMLFormElement, names: readonly K[]): Record<K, string> {
  const data = new FormData(form);
  const value = (name: K) => {
    const typed = data.get(name);
    return typeof typed === "string" ? typed : "";
  };
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, string>;
}

/** Checks and sends a form, once at a time. A refusal leaves what was typed and takes the focus to what is wrong. */
export function useAuthForm<K extends string>({ names, check, send }: AuthFormOptions<K>) {
  const form = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>(NONE);

  // Each refusal is another object, so that the same one twice takes the focus twice.
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
