import { useState } from "react";
import { FileButton } from "#src/features/events/uploads/components/file-button.tsx";
import { uploadFile } from "#src/features/events/uploads/components/upload-file.ts";
import { UploadProgress } from "#src/features/events/uploads/components/upload-progress.tsx";
import { ACCEPTED, PICTURE_MB } from "#src/features/events/uploads/rules.ts";
import type { FieldsProps } from "#src/features/settings/components/settings-section.tsx";
import { Button } from "#src/ui/button-link.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";

/** Uploads a logo. Like the other settings, it is only shown to others once it is saved. */
export function LogoField({ section }: FieldsProps) {
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  async function send(file: File): Promise<void> {
    const { name } = file;
    setRefusal(null);
    setSending({ name, share: 0 });
    const sent = await uploadFile(file, (share) => setSending({ name, share }));
    setSending(null);
    if (sent.ok) section.change({ logo: sent.value.key });
    else setRefusal(sent.message);
  }
  return (
    <>
      <FileButton
        label="Upload a logo"
        hint={`JPEG, PNG, WebP or AVIF up to ${PICTURE_MB} MB. What is transparent becomes white. A square logo, 192 pixels or more a side, is also the icon on Android phones.`}
        accept={ACCEPTED.pictures}
        disabled={sending !== null}
        onFiles={([file]) => file && void send(file)}
      />
      {sending !== null && <UploadProgress {...sending} />}
      <FailureNotice title="This logo can’t be used" words={refusal ?? section.faultOf("logo")} />
      {section.values.logo !== "" && (
        <div>
          <Button variant="quiet" onClick={() => section.change({ logo: "" })}>
            Remove the logo
          </Button>
        </div>
      )}
    </>
  );
}
