import { expect, test } from "vitest";
import { composeBody } from "#src/mail/message.server.ts";

const HOSTILE = `https://x.example/"><script>alert('1')</script>?a=1&b=2`;
const ESCAPED = "https://x.example/&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;?a=1&amp;b=2";

test("a mail escapes all content, including a button's URL", () => {
  const frame = { groupName: HOSTILE, siteUrl: HOSTILE, unsubscribeUrl: HOSTILE };
  const { html, text } = composeBody(
    {
      subject: HOSTILE,
      blocks: [
        { kind: "text", text: HOSTILE },
        { kind: "code", code: HOSTILE },
        { kind: "button", label: HOSTILE, url: HOSTILE },
        { kind: "facts", facts: [[HOSTILE, HOSTILE]] },
      ],
      list: null,
      why: HOSTILE,
    },
    frame,
  );
  expect(html).not.toContain("<script");
  expect(html).toContain(`<a href="${ESCAPED}" style="display:inline-block`);
  expect(text).toContain(HOSTILE);
});
