/** A fault that the person at the terminal can do something about: its message is all they need to read. */
export class CannotStart extends Error {
  override name = "CannotStart";
}
