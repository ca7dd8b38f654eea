import styles from "#src/features/chats/components/chat-picture.module.css";
import { webUrl } from "#src/features/events/components/safe-links.ts";
import { Picture } from "#src/ui/picture.tsx";

type ChatPictureProps = {
  imageUrl: string;
  name: string;
  sizes: string;
  className?: string | undefined;
};

/**
 * A chat's picture, filling its parent. Pictures on other sites are not loaded, which would reveal readers to them; the
 * chat's first letter is shown instead.
 */
export function ChatPicture({ imageUrl, name, sizes, className }: ChatPictureProps) {
  const classes = [styles.picture, className].filter(Boolean).join(" ");
  if (imageUrl === "" || webUrl(imageUrl) !== null) {
    return (
      <span className={`${classes} ${styles.letter}`} aria-hidden>
        {[...name][0]}
      </span>
    );
  }
  return <Picture name={imageUrl} alt="" sizes={sizes} className={classes} />;
}
