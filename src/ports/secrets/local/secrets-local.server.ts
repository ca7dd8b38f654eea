import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { SecretsPort } from "#src/ports/secrets/port.ts";

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "1";

/** A shorter key file was truncated or edited. */
const LEAST_CHARACTERS = 32;

async function readKeyFile(file: string): Promise<string | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text !== null && text.trim().length < LEAST_CHARACTERS)
    throw new Error(`${file} is too short to be a key. Restore it from a backup, or delete it to lose what it opens.`);
  return text?.trim() ?? null;
}

/** Reads the key file; creates it with mode 0600 if missing. */
async function loadKeyFile(file: string): Promise<string> {
  const known = await readKeyFile(file);
  if (known !== null) return known;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    // link() fails if another process was first; then its complete key counts.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readKeyFile(file);
  if (made === null) throw new Error(`${file} was just made and is gone.`);
  return made;
}

type LocalSecretsOptions = {
  /** Instead of the file: the same on every machine that shares the database. */
  readonly key: string | undefined;
  readonly file: string;
};

/** AES-256-GCM with a key from the settings, or from a file created on first use. */
export function localSecrets({ key, file }: LocalSecretsOptions): SecretsPort {
  let loading: Promise<Buffer> | undefined;
  async function load(): Promise<Buffer> {
    const text = key ?? (await loadKeyFile(file));
    return Buffer.from(hkdfSync("sha256", text, "", "sandbar secrets", KEY_BYTES));
  }
  function loadOnce(): Promise<Buffer> {
    loading ??= load().catch((error: unknown) => {
      // A full disk may have room next time, so do not cache the failure.
      loading = undefined;
      throw error;
    });
    return loading;
  }
  return {
    async seal(secret, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", await loadOnce(), iv);
      cipher.setAAD(Buffer.from(about));
      const bytes = Buffer.concat([iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${bytes.toString("base64url")}`;
    },
    async unseal(sealed, about) {
      const [version, text = ""] = sealed.split(".");
      const bytes = Buffer.from(text, "base64url");
      if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return null;
      const opener = createDecipheriv("aes-256-gcm", await loadOnce(), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      opener.setAAD(Buffer.from(about));
      opener.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return opener.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + opener.final("utf8");
      } catch {
        return null;
      }
    },
  };
}
