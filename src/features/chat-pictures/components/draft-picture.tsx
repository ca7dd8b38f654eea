import { useRef, useState } from "react";
import styles from "#src/features/chat-pictures/components/draft-picture.module.css";
import { MAX_ALT, type PictureView } from "#src/features/chat-pictures/schema.ts";
import { uploadFile } from "#src/features/events/uploads/components/upload-file.ts";
import { Button } from "#src/ui/button-link.tsx";
import { TextField } from "#src/ui/field.tsx";
import { Picture } from "#src/ui/picture.tsx";

type Draft = { picture: PictureView | null; setPicture: (picture: PictureView | null) => void };

type Upload = {
  readonly file: File;
  /** Progress, 0 to 1. */
  readonly share: number;
  /** The failure message; null while uploading. */
  readonly failure: string | null;
};

/** Uploads a draft's picture as soon as it is chosen. A failed upload stays for a retry. */
export function useDraftPicture({ setPicture }: Pick<Draft, "setPicture">) {
  const [upload, setUpload] = useState<Upload | null>(null);
  /** A result that was canceled meanwhile is ignored. */
  const current = useRef<File>(undefined);
  async function start(file: File): Promise<void> {
    current.current = file;
    setPicture(null);
    setUpload({ file, share: 0, failure: null });
    const sent = await uploadFile(file, (share) => {
      if (current.current === file) setUpload({ file, share, failure: null });
    });
    if (current.current !== file) return;
    setUpload(sent.ok ? null : { file, share: 0, failure: sent.message });
    if (sent.ok) setPicture({ key: sent.value.key, alt: "" });
  }
  function remove(): void {
    current.current = undefined;
    setUpload(null);
    setPicture(null);
  }
  return { upload, start, remove };
}
export type DraftUpload = ReturnType<typeof useDraftPicture>;

/** The progress of an upload, or its failure. */
function UploadState({ upload, tools }: { upload: Upload; tools: DraftUpload }) {
  if (upload.failure === null)
    return (
      <div className={styles.draft}>
        <p className={styles.words} role="status">
          Uploading the picture… {Math.round(upload.share * 100)}%
        </p>
        <Button variant="quiet" onClick={tools.remove}>
          Cancel
        </Button>
      </div>
    );
  return (
    <div className={styles.draft} role="alert">
      <p className={styles.words}>{upload.failure}</p>
      <Button variant="quiet" onClick={() => void tools.start(upload.file)}>
        Try again
      </Button>
      <Button variant="quiet" onClick={tools.remove}>
        Remove picture
      </Button>
    </div>
  );
}

/** A draft's picture, with a field for its description. */
export function DraftPicture({ draft: { picture, setPicture }, tools }: { draft: Draft; tools: DraftUpload }) {
  if (tools.upload) return <UploadState upload={tools.upload} tools={tools} />;
  if (!picture) return null;
  return (
    <div className={styles.draft}>
      <div>
        <Picture name={picture.key} alt="Your picture" sizes="72px" className={styles.small} />
      </div>
      <div className={styles.words}>
        <TextField
          label="Describe the picture (optional)"
          name="picture-alt"
          maxLength={MAX_ALT}
          value={picture.alt}
          onValue={(alt) => setPicture({ ...picture, alt })}
        />
      </div>
      <Button variant="quiet" onClick={tools.remove}>
        Remove picture
      </Button>
    </div>
  );
}
