import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { joinMails } from "#src/features/join/mails.server.ts";
import { privacyMails } from "#src/features/privacy/mails.server.ts";
import type { MailKinds, OwedMail } from "#src/mail/kinds.server.ts";
import { MAIL_KINDS } from "#src/server/mail-kinds.ts";

test("every kind of mail that a feature can queue has a renderer", async () => {
  const files = globSync("src/features/**/mails.server.ts");
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const path = `#${file}`;
    const exported: Readonly<Record<string, unknown>> = await import(path);
    const maps = Object.entries(exported).filter(([name]) => name.endsWith("Mails"));
    expect(maps).toHaveLength(1);
    for (const [name, kind] of maps.flatMap(([, kinds]) => Object.entries(kinds as MailKinds))) {
      expect(MAIL_KINDS[name]).toBe(kind);
      expect(kind.name).toBe(name);
    }
  }
});

test("a mail without a kind, or with data of another shape, does not compile", () => {
  // @ts-expect-error Only a kind makes mails.
  const made: OwedMail = { kind: "join_recieved", key: "1", email: "ana@example.com", data: {} };
  // @ts-expect-error There is no such kind.
  expect(joinMails["join_recieved"]).toBeUndefined();
  // @ts-expect-error A list of ids, not one.
  const owed = privacyMails.host_left.owed("1", made.email, { eventIds: "e1" });
  expect(owed).toMatchObject({ kind: "host_left", key: "host_left:1", data: { email: "ana@example.com" } });
});
