/** The forms of the sign-in screen, one shown at a time. */
export type FormName = "sign-in" | "sign-up" | "confirm" | "forgot" | "reset" | "link";

export type FormProps = {
  /** Known from the previous form, if any. */
  email: string;
  /** The secret of a mailed reset link, if one led here. */
  resetLink?: string | undefined;
  notice: string | null;
  /** Shows another form and carries the address over. */
  go: (form: FormName, more?: { email?: string; notice?: string }) => void;
};
