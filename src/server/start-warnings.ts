import { join } from "node:path";
import type { Config } from "#src/config.server.ts";

type Settings = Pick<Config, "production" | "publicUrl" | "trustProxy" | "smtpUrl" | "mailSender" | "dataDir">;

/** Startup warnings about settings that are valid but unlikely on a public site. */
export function startWarnings(config: Settings): string[] {
  const { production, publicUrl = "", trustProxy, smtpUrl, mailSender, dataDir } = config;
  if (!production) return [];
  const warnings = [];
  if (publicUrl.startsWith("https:") && trustProxy === 0)
    warnings.push(
      "TRUST_PROXY is 0, but an https PUBLIC_URL needs a proxy in front. All visitors then count as one address, and " +
        "one of them can use up everyone's limits. Set TRUST_PROXY=1, or how many proxies there are.",
    );
  if (smtpUrl === undefined)
    warnings.push(
      `MAILER is file, so nobody gets any mail: each becomes a file in ${join(dataDir, "mail")}. ` +
        "Set MAILER=smtp, SMTP_URL and MAIL_FROM.",
    );
  else if (mailSender === undefined)
    warnings.push(
      "MAIL_FROM is not set, so mails come from no-reply@localhost, and most mail servers refuse them. " +
        "Set MAIL_FROM to an address that SMTP_URL's account may use.",
    );
  return warnings;
}
