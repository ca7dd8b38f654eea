import { PICTURE_TOO_LARGE, UPLOAD_TOO_LARGE, VIDEO_TOO_LARGE } from "#src/features/events/uploads/messages.ts";
import { MOST_PICTURE_BYTES, MOST_VIDEO_BYTES } from "#src/features/events/uploads/rules.ts";
import type { Uploaded } from "#src/features/events/uploads/schema.ts";
import { unreachable, statusMessage } from "#src/features/identity/messages.ts";
import { getIdToken, hasSessionHint, refreshSession } from "#src/features/identity/session.ts";

export type UploadOutcome =
  | { readonly ok: true; readonly value: Uploaded }
  | { readonly ok: false; readonly status: number; readonly message: string };

function readAnswer({ status, responseText }: XMLHttpRequest): UploadOutcome {
  try {
    const answer = JSON.parse(responseText) as Uploaded & { message?: string };
    if (status === 201) return { ok: true, value: answer };
    return { ok: false, status, message: answer.message ?? statusMessage(status) };
  } catch {
    // Not our server, for example a hotel network's sign-in page.
    return { ok: false, status, message: statusMessage(status) };
  }
}

/** XMLHttpRequest, because `fetch` does not report upload progress. */
function send(file: File, onProgress: (share: number) => void): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/images");
    const token = getIdToken();
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => resolve(readAnswer(request)));
    for (const event of ["error", "abort", "timeout"])
      request.addEventListener(event, () => resolve({ ok: false, status: 0, message: unreachable() }));
    const form = new FormData();
    form.set("file", file);
    request.send(form);
  });
}

/** The size limit for a file's declared type, and the message for a larger one. */
function boundOf(type: string): readonly [mostBytes: number, message: string] {
  if (type.startsWith("video/")) return [MOST_VIDEO_BYTES, VIDEO_TOO_LARGE];
  return type.startsWith("image/") ? [MOST_PICTURE_BYTES, PICTURE_TOO_LARGE] : [MOST_VIDEO_BYTES, UPLOAD_TOO_LARGE];
}

/**
 * Uploads a picture or video as the signed-in person. `onProgress` receives the fraction sent, 0 to 1. Never rejects.
 */
export async function uploadFile(file: File, onProgress: (share: number) => void): Promise<UploadOutcome> {
  const [mostBytes, message] = boundOf(file.type);
  if (file.size > mostBytes) return { ok: false, status: 413, message };
  if (getIdToken() === null && hasSessionHint()) await refreshSession();
  const outcome = await send(file, onProgress);
  if (outcome.ok || outcome.status !== 401) return outcome;
  return (await refreshSession()) === "refreshed" ? send(file, onProgress) : outcome;
}
