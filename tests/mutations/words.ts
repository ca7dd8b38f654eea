import { inFile } from "#tests/mutations/mutation.ts";

const MAILS = ["src/mail/message.test.ts", "tests/api/hostile-mails.test.ts"];
const OUTBOX = ["tests/api/outbox.test.ts", "tests/api/outbox-faults.test.ts"];

export const ESCAPING_AND_MAILS = [
  ...inFile("src/mail/message.server.ts", MAILS, [
    ["markup in a mail's text is markup", "${escape(block.text).replace", "${block.text.replace"],
    [
      "a button's address ends its attribute",
      `<a href="\${escape(block.url)}" style="display`,
      `<a href="\${block.url}" style="display`,
    ],
    ["markup in a fact is markup", "${escape(value)}</td>", "${value}</td>"],
    ["a quotation mark is not escaped", `text.replace(/[&<>"']/g`, "text.replace(/[&<>]/g"],
    ["markup in a mail's reason is markup", 'font-size:13px">${escape(content.why)}', 'font-size:13px">${content.why}'],
  ]),
  ...inFile("src/mail/deliver.server.ts", MAILS, [
    ["a subject keeps its line breaks", `content.subject.replace(/\\s+/g, " ")`, "content.subject"],
  ]),
  ...inFile("src/mail/deliver.server.ts", OUTBOX, [
    ["two processes send the same mail", `.for("update", { skipLocked: true })`, `.for("key share")`],
    ["a mail is tried once", "RETRY_MINUTES[row.attempts - 1]", "RETRY_MINUTES[row.attempts + 99]"],
    ["codes stay in what was sent", `lastError: "", data: {} };`, `lastError: "" };`],
  ]),
  ...inFile(
    "src/mail/preferences.server.ts",
    ["tests/api/unsubscribe.test.ts", "tests/api/outbox.test.ts", "tests/api/stranger-mails.test.ts"],
    [["unsubscribed addresses get mail", "return preferences.unsubscribedAt === null && (", "return ("]],
  ),
  ...inFile(
    "src/mail/preferences.server.ts",
    ["tests/api/reminders.test.ts"],
    [["mail choices are ignored", "|| preferences[list])", "|| true)"]],
  ),
  ...inFile(
    "src/features/announcements/queries/audience.server.ts",
    ["tests/api/announcements.test.ts"],
    [
      ["announcements go to people who unsubscribed", "and not f.is_unsubscribed`", "`"],
      ["unsubscribed inboxes are counted as readers", "filter (where not is_unsubscribed)", "filter (where true)"],
      ["mails go to addresses that are their person's no more", "where f.mail_to = ${email})", "where true)"],
    ],
  ),
  ...inFile(
    "src/mail/strangers.server.ts",
    ["tests/api/stranger-mails.test.ts"],
    [
      ["strangers fill an inbox within an hour", "< ${MOST_AN_HOUR}::int", "< 99 * ${MOST_AN_HOUR}::int"],
      ["strangers fill an inbox within a day", "< ${MOST_A_DAY}::int", "< 99 * ${MOST_A_DAY}::int"],
      [
        "strangers cause mail to unsubscribed addresses",
        "and p.unsubscribed_at is not null)",
        "and p.unsubscribed_at is null)",
      ],
    ],
  ),
];
