import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEvent } from "#seeds/factories.ts";
import type { Uploaded } from "#src/features/events/uploads/schema.ts";
import { refusal } from "#tests/support/events.ts";
import { formOf, makeJpeg, makeMp4 } from "#tests/support/pictures.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

test("[EVT-02] the name of a picture that was taken down puts it nowhere again", async () => {
  const person = await site.signedIn({ email: "sender@example.com" });
  const sent = await site.fetch("/api/images", { method: "POST", body: formOf(await makeJpeg()), as: person.token });
  const { key } = (await sent.json()) as Uploaded;
  const admin = await site.tokenFor(["Admins"]);
  const event = makeEvent({ day: "2026-11-14", title: "Taken Down", showPhotos: true });
  await site.addEvent(event);
  await site.app.db.execute(sql`update uploaded_images set deleted_at = now() where key = ${key}`);
  const use = (method: string, path: string, body: unknown) =>
    site.fetch(`/api/social-events/${event.id}${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      as: admin,
    });
  expect((await use("POST", "/photos", { key })).status).toBe(422);
  expect((await use("PATCH", "", { imgKey: key })).status).toBe(422);
  expect((await site.fetch(`/images/${key}`)).status).toBe(404);
});

test("[SAFE-12] a person has so much space, and the site; decided under lock, and said clearly", async () => {
  const files = Array.from({ length: 6 }, (_, at) => makeMp4({ sound: `quota ${at}` }));
  // A film takes 75 KB: three fit into a quarter of a megabyte, and five into 400 KB.
  const small = await startTestSite({
    RATE_LIMIT_FACTOR: "100",
    UPLOAD_QUOTA_PERSON_MB: "0.25",
    UPLOAD_QUOTA_SITE_MB: "0.4",
  });
  try {
    const [one, other] = await Promise.all([
      small.signedIn({ email: "one@example.com" }),
      small.signedIn({ email: "other@example.com" }),
    ]);
    const sendTo = (file: Buffer, as: string) =>
      small.fetch("/api/images", { method: "POST", body: formOf(file, "clip.mp4"), as });
    const answers = await Promise.all(files.slice(0, 5).map((file) => sendTo(file, one.token)));
    expect(answers.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([201, 201, 201, 409, 409]);
    const full = answers.find(({ status }) => status === 409);
    expect((await refusal(full ?? new Response("{}"))).message).toBe(
      "Your uploads take all the space that one person has here. Delete photos that nobody needs, or ask an organizer.",
    );
    // What was refused left no bytes behind; what is there already takes no more space.
    const { rows } = await small.app.db.execute<{ bytes: number }>(sql`select bytes from uploaded_images`);
    expect(rows).toHaveLength(3);
    expect(await small.app.images.list("", 100)).toHaveLength(3);
    const kept = files[answers.findIndex(({ status }) => status === 201)] ?? Buffer.alloc(0);
    expect((await sendTo(kept, one.token)).status).toBe(201);
    const others = await Promise.all(
      [makeMp4({ sound: "a" }), makeMp4({ sound: "b" }), makeMp4({ sound: "c" })].map((file) =>
        sendTo(file, other.token),
      ),
    );
    expect(others.map(({ status }) => status).toSorted((low, high) => low - high)).toEqual([201, 201, 409]);
    const siteFull = others.find(({ status }) => status === 409);
    expect((await refusal(siteFull ?? new Response("{}"))).message).toBe(
      "There is no space left for uploads on this site. Please tell an organizer.",
    );
    // What an organizer deleted takes no space.
    await small.app.db.execute(sql`update uploaded_images set deleted_at = now() where owner_user_id = ${one.userId}`);
    expect((await sendTo(files[5] ?? Buffer.alloc(0), one.token)).status).toBe(201);
  } finally {
    await small.close();
  }
});
