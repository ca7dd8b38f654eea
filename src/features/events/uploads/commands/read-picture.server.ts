import { fork } from "node:child_process";
import { PICTURE_BROKEN, PICTURE_TOO_LARGE, UPLOADS_BUSY } from "#src/features/events/uploads/messages.ts";
import { MOST_PICTURE_BYTES } from "#src/features/events/uploads/rules.ts";
import { projectPath } from "#src/shared/project-folder.server.ts";
import { fail, type Result } from "#src/shared/result.ts";

const PROCESS = projectPath("src/features/events/uploads/commands/picture-process.server.ts");
/** Time limit for all steps together; each also has its own limit in the process. */
const MOST_MS = 90_000;

export type PictureToRead = { readonly bytes: Uint8Array; readonly isHeic: boolean };

/** A processed picture, in each width and format. */
export type ReadPicture = {
  readonly width: number;
  readonly height: number;
  /** Average color, six hex digits. */
  readonly color: string;
  readonly parts: readonly { readonly ending: string; readonly type: string; readonly bytes: Uint8Array }[];
};

/**
 * Processes a picture in its own process, so that a malicious file can't crash the site or keep its memory. `invalid`
 * also when that process crashed.
 */
export function readPicture(bytes: Buffer, isHeic: boolean): Promise<Result<ReadPicture>> {
  if (bytes.length > MOST_PICTURE_BYTES) return Promise.resolve(fail("too_large", PICTURE_TOO_LARGE));
  const child = fork(PROCESS, {
    serialization: "advanced",
    timeout: MOST_MS,
    killSignal: "SIGKILL",
    // No settings or secrets: the process only reads a picture.
    env: {},
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve) => {
    child.once("message", (read) => resolve(read as Result<ReadPicture>));
    // `exit` may come before a message that is still in the channel; `disconnect` comes after it.
    child.once("disconnect", () => resolve(fail("invalid", PICTURE_BROKEN)));
    child.once("error", () => resolve(fail("unavailable", UPLOADS_BUSY, { retryAfterSeconds: 5 })));
    child.send({ bytes, isHeic } satisfies PictureToRead, (error) => {
      if (error) child.kill("SIGKILL");
    });
  });
}
