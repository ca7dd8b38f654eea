/** An error that the operator can fix. The message says how, so no stack trace is needed. */
export class CannotStart extends Error {
  override name = "CannotStart";
}
