/** The forms that take each other's place on the sign-in screen. */
export type FormName = "sign-in" | "sign-up" | "confirm" | "forgot" | "reset" | "link";

export type FormProps = {
  /** As far as it is known from the form before. */
  email: string;
  notice: string | null;
  /** Shows another form; the address goes along. */
  go: (form: FormName, more?: { email?: string; notice?: string }) => void;
};
