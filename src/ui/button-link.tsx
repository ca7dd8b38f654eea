import { Link, type LinkProps } from "react-router";
import styles from "#src/ui/button.module.css";

type Look = {
  /** `primary` is the next action, once per screen; `quiet` is everything else; `glass` goes on a picture. */
  variant?: "primary" | "quiet" | "glass";
  size?: "md" | "lg";
  /** Full width on phones. */
  wide?: boolean;
};

function classOf({ variant = "primary", size = "md", wide = false }: Look, className?: string): string {
  return [styles.button, styles[variant], styles[size], wide && styles.wide, className].filter(Boolean).join(" ");
}

export function ButtonLink({
  variant,
  size,
  wide,
  className,
  ...link
}: Omit<LinkProps, "className"> & Look & { className?: string; ref?: React.Ref<HTMLAnchorElement> }) {
  return <Link prefetch="intent" {...link} className={classOf({ variant, size, wide }, className)} />;
}

/** A button in the same looks. */
export function Button({
  variant,
  size,
  wide,
  className,
  type = "button",
  ...rest
}: React.ComponentProps<"button"> & Look) {
  return <button {...rest} type={type} className={classOf({ variant, size, wide }, className)} />;
}
