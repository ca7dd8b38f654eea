import { open, readFile, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { Refused } from "#src/server/refused.ts";

// The age format (age-encryption.org), so its own tools open a backup too.
const MAGIC = "age-encryption.org/v1\n";

const toWeb = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream) => Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);

type Transform = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Encrypts a stream for these public keys. Throws {@link Refused}. */
export function encryptFor(recipients: readonly string[]): Transform {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new Refused(`BACKUP_RECIPIENT has ${recipient}, which is no public key of age. Nothing was saved.`);
    }
  }
  return async function* encrypt(source) {
    yield* fromWeb(await encrypter.encrypt(toWeb(source)));
  };
}

/** Whether a file is encrypted; false also if it is unreadable. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return bytesRead === MAGIC.length && buffer.toString("latin1") === MAGIC;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/** Decrypts a stream with the private keys of a file written by `age-keygen`. Throws {@link Refused}. */
export async function decryptWith(identityFile: string, path: string): Promise<Transform> {
  const text = await readFile(identityFile, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Refused(`The key file ${identityFile} cannot be read (${error.code}). Nothing was restored.`);
  });
  const decrypter = new Decrypter();
  const keys = text.split("\n").map((line) => line.trim());
  try {
    for (const key of keys.filter((line) => line !== "" && !line.startsWith("#"))) decrypter.addIdentity(key);
  } catch {
    throw new Refused(`${identityFile} holds no private key of age (AGE-SECRET-KEY-1…). Nothing was restored.`);
  }
  return async function* decrypt(source) {
    const opened = await decrypter.decrypt(toWeb(source)).catch((error: unknown) => {
      const isWrong = error instanceof Error && error.message.includes("no identity matched");
      throw isWrong ? new Refused(`The key in ${identityFile} does not open ${path}. Nothing was restored.`) : error;
    });
    yield* fromWeb(opened);
  };
}

/** Writes a new private key to a file with mode 0600 and returns the public key. Throws {@link Refused}. */
export async function makeKeyFile(path: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# public key: ${recipient}\n${identity}\n`;
  await writeFile(path, text, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "EEXIST" ? "there is a file already" : String(error.code);
    throw new Refused(`The key cannot be written to ${path}: ${why}.`);
  });
  return recipient;
}
