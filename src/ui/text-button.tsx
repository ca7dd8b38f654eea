import { Link, type LinkProps } from "react-router";
import styles from "#src/ui/text-button.module.css";

/** A button that looks like a link: an alternative beside the form's main action. */
export function TextButton(props: Omit<React.ComponentProps<"button">, "className" | "type">) {
  return <button {...props} type="button" className={styles.text} />;
}

/** A link with the same look. */
export function TextLink(props: Omit<LinkProps, "className">) {
  return <Link {...props} className={styles.text} />;
}
