import { inFile } from "#tests/mutations/mutation.ts";

const ERASURE = ["tests/api/erasure.test.ts", "tests/api/account-deletion.test.ts"];
const UNDO = ["tests/api/admin-audit.test.ts", "tests/api/undo-edges.test.ts"];

export const ERASURE_AND_UNDO = [
  ...inFile("src/features/privacy/commands/redaction.server.ts", ERASURE, [
    ["names survive erasure in shared text", ", ...known.names.map(otherFullName)]);", "]);"],
    ["email addresses survive erasure in shared text", "...emails.map(emailPattern),", ""],
    [
      "phone numbers survive erasure in shared text",
      "phones.filter((phone) => phone.length >= 7).map(phonePattern)",
      "phones.filter((phone) => phone.length >= 70).map(phonePattern)",
    ],
    [
      "nothing is redacted",
      "pattern === null ? text : sql`regexp_replace",
      "pattern !== undefined ? text : sql`regexp_replace",
    ],
  ]),
  ...inFile(
    "src/features/privacy/commands/forget-person.server.ts",
    ["tests/api/admin-places.test.ts", "tests/api/account-deletion.test.ts"],
    [
      ["nobody is promoted after an account deletion", "await fillPlaces(tx, counted, now);", ""],
      ["deleted people are still counted", "await recountEvents(tx, counted, now);", ""],
    ],
  ),
  ...inFile(
    "src/features/privacy/commands/person.server.ts",
    ["tests/api/erasure-of-words.test.ts"],
    [
      [
        "erasure looks for names that people gave themselves",
        "names: approvedNames.filter((name) => nobodyElses.includes(name)),",
        "names: fullNames,",
      ],
      [
        "erasure takes somebody's name who has the same",
        "names: approvedNames.filter((name) => nobodyElses.includes(name)),",
        "names: approvedNames,",
      ],
      [
        "a stranger's sign-up under a name keeps that name in others' words",
        "= fold_name(n.name) and status = 'approved'",
        "= fold_name(n.name)",
      ],
    ],
  ),
  ...inFile("src/features/privacy/commands/person.server.ts", ERASURE, [
    [
      "erasure removes an email address from another person",
      "values.filter((value) => !taken.has(value))",
      "values.filter((value) => value || !taken.has(value))",
    ],
  ]),
  ...inFile("src/features/privacy/commands/after-forgetting.server.ts", ERASURE, [
    ["stored mails are not erased", "app.mailer.forget([...emails, ...phones, ...known.names]),", ""],
  ]),
  ...inFile(
    "src/features/events/uploads/commands/upload.server.ts",
    ["tests/api/upload-space.test.ts", "tests/api/photos.test.ts"],
    [
      [
        "a deleted photo can be uploaded again",
        "return row.deletedAt === null ? ok(",
        "return row.deletedAt !== undefined ? ok(",
      ],
      ["the key of a deleted photo can be used again", ", sql`${uploadedImages.deletedAt} is null`", ""],
    ],
  ),
  ...inFile("src/features/history/commands.server.ts", UNDO, [
    [
      "an undo is open for ever",
      "if (!data || isUndoOver(entry.createdAt, now)) return fail(",
      "if (!data) return fail(",
    ],
    ["an undo runs twice", "if (entry.undoneAt !== null) return ok(undoneAnswer(entry, 0));", ""],
    [
      "an undo gives an address to two people",
      "const taken = (await readTakers(tx, data)).find(({ userId }) => userId !== merged);",
      'const taken = (await readTakers(tx, data)).find(({ userId }) => userId === "");',
    ],
    [
      "an undo is not in the log",
      `await writeAudit(tx, admin, { action: "undone"`,
      `if (false as boolean) await writeAudit(tx, admin, { action: "undone"`,
    ],
    [
      "an undo that violates a newer constraint is a 500",
      `if (noLongerFits(error)) return fail("conflict", UNDO_DOES_NOT_FIT);`,
      "",
    ],
    ["nobody is promoted after an undo", "await fillPlaces(tx, locked.eventIds, now);", ""],
  ]),
  ...inFile("src/features/people/commands/returned.server.ts", UNDO, [
    [
      "a record whose email nobody verified is merged with a restored one",
      "return account ? userId : null;",
      "return userId;",
    ],
    [
      "a new account takes over a person who signed in with another email",
      'account["email"] !== email',
      'account["email"] === ""',
    ],
  ]),
  ...inFile("src/audit/undo-term.ts", UNDO, [
    [
      "an undo is refused a day early",
      "return createdAt < undoEnds(now);",
      "return createdAt.getTime() - 86_400_000 < undoEnds(now).getTime();",
    ],
    [
      "an undo of exactly thirty days is refused",
      "return createdAt < undoEnds(now);",
      "return createdAt <= undoEnds(now);",
    ],
  ]),
];
