/** The least a browser must do so that a person's journey can be walked in it. One adapter for each browser. */
export type Driver = {
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs a self-contained function in the page; arguments and result are JSON. */
  run<A extends readonly unknown[], T>(look: (...args: A) => T, ...args: A): Promise<T>;
  /** Presses the primary button at a point of the viewport. */
  click(at: Point): Promise<void>;
  /** Types with the keyboard into what has the focus. */
  type(text: string): Promise<void>;
};

export type Point = { readonly x: number; readonly y: number };

/** Opens a tab with storage and cookies of its own. */
export type OpenTab = () => Promise<Driver>;

/** A function and its arguments as one expression whose value is the result as JSON. */
export function expressionOf(look: (...args: never) => unknown, args: readonly unknown[]): string {
  return `JSON.stringify((${String(look)})(${args.map((arg) => JSON.stringify(arg)).join(", ")}) ?? null)`;
}
