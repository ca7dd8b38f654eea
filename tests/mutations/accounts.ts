import { inFile } from "#tests/mutations/mutation.ts";

const ROTATION = ["tests/api/session-rotation.test.ts", "tests/api/identity-sessions.test.ts"];
const SESSIONS = ["tests/api/identity-sessions.test.ts", "tests/api/devices.test.ts"];
const FACTORS = ["tests/api/second-factors.test.ts", "tests/api/fresh-proof.test.ts"];
const CODES = ["tests/api/identity.test.ts", "tests/api/own-sign-in.test.ts", "tests/api/code-mails.test.ts"];

export const ACCOUNTS = [
  ...inFile("src/features/identity/commands/sessions.server.ts", ROTATION, [
    [
      "a stolen credential that is used again ends nothing",
      `await tx.delete(sessions).where(isThis);
  const ofSession`,
      "const ofSession",
    ],
    ["a replaced credential counts for ever", "const GRACE_MS = 60_000;", "const GRACE_MS = 600_000_000_000;"],
    ["two tabs at once end the session", "const GRACE_MS = 60_000;", "const GRACE_MS = 0;"],
    ["a credential is never replaced", "{ tokenHash: hashOf(next), usedAt", "{ usedAt"],
    ["a spent credential ends every session", "isForAll && !session.isSpent", "isForAll"],
    ["sessions that ran out go on", "gt(sessions.expiresAt, app.clock.now())", "gt(sessions.expiresAt, new Date(0))"],
  ]),
  ...inFile("src/features/identity/commands/sessions.server.ts", SESSIONS, [
    [
      "signing out everywhere ends one session",
      "if (everywhere) await endEverything(tx, session.sub);\n    else await",
      "await",
    ],
    [
      "the calendar's secret address outlives a reset",
      "await tx.delete(calendarLinks).where(eq(calendarLinks.sub, sub));",
      "",
    ],
  ]),
  ...inFile(
    "src/ports/identity/local/tokens.server.ts",
    ["tests/api/identity-tokens.test.ts"],
    [
      ["a token with any lifetime counts", "Math.min(claims.exp, claims.iat + maxAgeSeconds)", "claims.exp"],
      ["a token of tomorrow counts", " || claims.iat > nowSeconds + MOST_SKEW_SECONDS", ""],
      [
        "a token of another site counts",
        `      issuer,
      audience: AUDIENCE,
      currentDate`,
        `      audience: AUDIENCE,
      currentDate`,
      ],
    ],
  ),
  ...inFile("src/ports/identity/local/codes.server.ts", CODES, [
    [
      "a code can be guessed without end",
      "(counted?.tries ?? Infinity) <= MAX_WRONG_TRIES",
      "(counted?.tries ?? Infinity) > 0",
    ],
    ["an old code counts", "gt(identityCodes.expiresAt, now),", ""],
    [
      "any code of six digits is right",
      "return isAlive && isSame(row.codeHash, hashCode(row.id, code)) ? row",
      "return isAlive ? row",
    ],
    ["a code counts twice", "if (!used) return false;", ""],
  ]),
  ...inFile(
    "src/features/identity/commands/guesses.server.ts",
    ["tests/api/guesses.test.ts"],
    [
      ["passwords can be guessed without end", `"wrong-passwords", max: 10,`, `"wrong-passwords", max: 100_000,`],
      [
        "strangers lock the owner out",
        "    key: device === null ? `${email} from ${client.address}` : `${email} device ${device}`,",
        "    key: email,",
      ],
    ],
  ),
  ...inFile(
    "src/features/identity/commands/guesses.server.ts",
    ["tests/api/code-mails.test.ts", "tests/api/identity.test.ts"],
    [
      ["strangers ask for reset mails without end", `"sign-in-mails", max: 3,`, `"sign-in-mails", max: 3_000,`],
      ["strangers ask for sign-up mails without end", `"further-mails", max: 2,`, `"further-mails", max: 2_000,`],
      ["wrong codes are compared without end", `"wrong-codes", max: 9,`, `"wrong-codes", max: 9_000,`],
      ["a right password does not end the count", "await forgetUses(app, WRONG_PASSWORDS, key);", ""],
    ],
  ),
  ...inFile(
    "src/features/identity/queries.server.ts",
    ["tests/api/reminders.test.ts"],
    [
      [
        "mail to an unverified account tells private places",
        "return account?.emailVerified ? viewerOf(",
        "return account ? viewerOf(",
      ],
    ],
  ),
  ...inFile(
    "src/features/identity/rules.ts",
    ["src/features/identity/rules.test.ts"],
    [
      ["a weak password is strong", "KINDS.every((kind)", "KINDS.some((kind)"],
      [
        "sign-in redirects to another site",
        `return origin === SOMEWHERE && !path.startsWith("//")`,
        `return !path.startsWith("//")`,
      ],
    ],
  ),
  ...inFile("src/features/factors/commands/authenticator-code.server.ts", FACTORS, [
    [
      "a code of the app counts twice",
      "and(eq(totpSecrets.id, row.id), lt(totpSecrets.lastStep, step))",
      "eq(totpSecrets.id, row.id)",
    ],
    [
      "an app counts before its first code",
      "and(eq(totpSecrets.sub, sub), isNotNull(totpSecrets.confirmedAt))",
      "eq(totpSecrets.sub, sub)",
    ],
    ["codes of ten minutes ago count", "const WINDOW = 1;", "const WINDOW = 20;"],
  ]),
  ...inFile("src/features/factors/commands/recovery-codes.server.ts", FACTORS, [
    [
      "a recovery code counts twice",
      "const unused = and(eq(recoveryCodes.sub, sub), isNull(recoveryCodes.usedAt));",
      "const unused = and(eq(recoveryCodes.sub, sub)); void isNull;",
    ],
    [
      "any recovery code is right",
      ".where(and(unused, eq(recoveryCodes.codeHash, hashOf(sub, code))))",
      ".where(unused)",
    ],
  ]),
  ...inFile("src/features/factors/commands/challenges.server.ts", FACTORS, [
    ["a challenge for one purpose serves another", "eq(passkeyChallenges.purpose, purpose),", ""],
  ]),
  ...inFile("src/features/factors/commands/proofs.server.ts", FACTORS, [
    [
      "a password alone proves where there is a second factor",
      `(await hasGivenFactor(app.db, account)) ? [...factors, "password"] : factors;`,
      `(await hasGivenFactor(app.db, account)) || factors.length > 0 ? [...factors, "password"] : factors;`,
    ],
  ]),
];

export const PROPOSALS = [
  ...inFile(
    "src/features/requests/commands/proposals.server.ts",
    ["tests/api/proposals.test.ts"],
    [
      [
        "the email is taken over unless it is named",
        `(fields ? fields.includes(field) : field !== "email")`,
        "(fields ? fields.includes(field) : true)",
      ],
      [
        "a proposal is decided twice",
        `proposal.decidedAt === null ? ok({ proposal, known, said }) : fail("conflict", PROPOSAL_DECIDED)`,
        `proposal.decidedAt !== undefined ? ok({ proposal, known, said }) : fail("conflict", PROPOSAL_DECIDED)`,
      ],
      [
        "a stale proposal is accepted",
        `if (markOf(known, said) !== mark) return fail("conflict", PROPOSAL_CHANGED);`,
        "",
      ],
      ["accepting a proposal moves an account", "if (!applicant) return null;", ""],
      ["no mail tells the owner of a changed email address", "await tellOwners(tx, emails, { auditId, now });", ""],
    ],
  ),
  ...inFile(
    "src/features/requests/rules.ts",
    ["tests/api/proposals.test.ts"],
    [
      ["an empty answer replaces what is known", `if (answer === "" || answer === NO_ANSWER) return false;`, ""],
      ["lists are replaced", "return [...new Set([...before, ...answer])];", "return answer;"],
    ],
  ),
];
