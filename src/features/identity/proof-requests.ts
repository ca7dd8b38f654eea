import { useSyncExternalStore } from "react";

// Calls that need a fresh proof wait here for the one dialog that asks for it.

export type ProofRequest = { readonly answer: (isProved: boolean) => void };

let request: (ProofRequest & { readonly outcome: Promise<boolean> }) | null = null;
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/**
 * Asks the person to confirm their identity; returns whether they did. Concurrent calls share one dialog. Returns false
 * at once if no dialog is mounted.
 */
export function askForProof(): Promise<boolean> {
  if (request) return request.outcome;
  if (listeners.size === 0) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  request = {
    outcome: promise,
    answer(isProved) {
      request = null;
      resolve(isProved);
      announce();
    },
  };
  announce();
  return promise;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The request that the dialog has to settle; null when there is none. */
export function useProofRequest(): ProofRequest | null {
  return useSyncExternalStore(
    subscribe,
    () => request,
    () => null,
  );
}
