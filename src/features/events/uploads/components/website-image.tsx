import { useState } from "react";
import styles from "#src/features/events/uploads/components/website-image.module.css";
import { PictureChoice } from "#src/features/events/uploads/components/picture-choice.tsx";
import { completed, type DraftForm, WEBSITE_IMAGES } from "#src/features/events/form/rules/draft.ts";
import { FileButton } from "#src/features/events/uploads/components/file-button.tsx";
import { uploadFile } from "#src/features/events/uploads/components/upload-file.ts";
import { UploadProgress } from "#src/features/events/uploads/components/upload-progress.tsx";
import { ACCEPTED, PICTURE_MB } from "#src/features/events/uploads/rules.ts";
import { useSignedIn } from "#src/features/identity/session.ts";
import { isUploadKey } from "#src/shared/pictures-uploaded.ts";
import { Notice } from "#src/ui/notice.tsx";

type Sending = { readonly name: string; readonly share: number; readonly fault: string | null };

/** Uploads a picture in the background. The form can't be sent until it is finished. */
function useOwnPicture(setUploading: DraftForm["setUploading"], onSent: (key: string) => void) {
  const [sending, setSending] = useState<Sending | null>(null);
  async function send(file: File): Promise<void> {
    const { name } = file;
    setUploading(true);
    setSending({ name, share: 0, fault: null });
    const sent = await uploadFile(file, (share) => setSending({ name, share, fault: null }));
    setSending(sent.ok ? null : { name, share: 0, fault: sent.message });
    if (sent.ok) onSent(sent.value.key);
    setUploading(false);
  }
  return { sending, send };
}

/** The event's picture: one of the site's, or an uploaded one. */
export function WebsiteImage({ form }: { form: DraftForm }) {
  const isSignedIn = useSignedIn();
  const chosen = completed(form.draft).imgKey;
  // The upload stays on offer when another picture is selected.
  const [sent, setSent] = useState<string | null>(null);
  const own = isUploadKey(chosen) ? chosen : sent;
  const { sending, send } = useOwnPicture(form.setUploading, (key) => {
    setSent(key);
    form.change({ imgKey: key });
  });
  const isUnderWay = sending !== null && sending.fault === null;
  return (
    <div className={styles.image}>
      <PictureChoice
        name="imgKey"
        legend="Website image"
        pictures={own === null ? WEBSITE_IMAGES : [...WEBSITE_IMAGES, own]}
        chosen={chosen}
        error={form.faults.imgKey}
        onChosen={(imgKey) => form.change({ imgKey })}
      />
      <FileButton
        label="Upload your own picture"
        hint={
          isSignedIn
            ? `JPEG, PNG, WebP or AVIF up to ${PICTURE_MB} MB. Where and when it was taken is removed.`
            : "Sign in first to upload a picture."
        }
        accept={ACCEPTED.pictures}
        disabled={!isSignedIn || isUnderWay}
        onFiles={([file]) => file && void send(file)}
      />
      {isUnderWay && <UploadProgress name={sending.name} share={sending.share} />}
      {sending !== null && sending.fault !== null && (
        <Notice kind="error" title={sending.name}>
          <p>{sending.fault}</p>
        </Notice>
      )}
    </div>
  );
}
