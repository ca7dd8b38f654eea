import IconAlertTriangle from "@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs";
import IconInfoCircle from "@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs";
import styles from "#src/ui/notice.module.css";

type NoticeProps = {
  /** `error` is announced at once (assertive); `warning` and `info` are polite. */
  kind?: "info" | "warning" | "error";
  title?: string;
  children?: React.ReactNode;
};

/** A message box: what happened, and what to do. */
export function Notice({ kind = "info", title, children }: NoticeProps) {
  const Icon = kind === "info" ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === "error" ? "alert" : undefined}>
      <Icon className={styles.icon} size={22} stroke={1.75} aria-hidden />
      <div className={styles.text}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}

/** An error message; renders nothing if empty. */
export function FailureNotice({ words, ...notice }: { words: string | null | undefined; title?: string }) {
  if (words === null || words === undefined) return null;
  return (
    <Notice kind="error" {...notice}>
      <p>{words}</p>
    </Notice>
  );
}
