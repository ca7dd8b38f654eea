import { uploadFacts } from "#src/shared/pictures-uploaded.ts";
import styles from "#src/ui/group-mark.module.css";
import { pictureUrl } from "#src/ui/picture.tsx";

const SIDE = 40;
/** Sharp enough for every screen. */
export const LOGO_WIDTH = 240;

/** The group's logo, up to twice as wide as high, or the site's mark. The group's name is beside it. */
export function GroupMark({ logo }: { logo: string | null }) {
  const { width, height } = uploadFacts(logo ?? "") ?? { width: SIDE, height: SIDE };
  return (
    <img
      className={styles.mark}
      src={logo === null ? "/brand/mark.svg" : pictureUrl(logo, LOGO_WIDTH)}
      width={Math.round(SIDE * Math.min(width / height, 2))}
      height={SIDE}
      alt=""
    />
  );
}
