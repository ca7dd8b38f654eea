/** Why a terminal command failed; its message is shown to the user as it is. */
export class Refused extends Error {
  override name = "Refused";
}
