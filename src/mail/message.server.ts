import { plainRichText, type RichBlock, type RichInline, type RichText } from "#src/shared/rich-text.ts";

/** A block of a mail's body. Every mail has the same layout, as HTML and text. */
export type MailBlock =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "button"; readonly label: string; readonly url: string }
  | { readonly kind: "facts"; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: "rich"; readonly doc: RichText };

/** Mail lists that a reader can turn off one by one. */
export type MailChoice = "reminders" | "rsvps" | "eventChanges" | "hostMessages" | "newGuests";

/**
 * The list that controls a mail: the reader's choice of that name, or unsubscribing from everything. `forms` (caused by
 * a public form), `mentions` and `announcements` have no choice of their own. Null: the reader requested it (codes,
 * payments), so it is always sent.
 */
export type MailList = MailChoice | "forms" | "mentions" | "announcements" | null;

export type MailContent = {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  readonly list: MailList;
  /** Why the reader gets this mail, as a sentence. */
  readonly why: string;
};

type Frame = { readonly groupName: string; readonly siteUrl: string; readonly unsubscribeUrl: string | null };

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

function textOf(block: MailBlock): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "code":
      return `    ${block.code}`;
    case "button":
      return `${block.label}:\n${block.url}`;
    case "facts":
      return block.facts.map(([label, value]) => `${label}: ${value}`).join("\n");
    case "rich":
      return plainRichText(block.doc);
  }
}

/** Renders inline text as HTML. Only our own tags: all user text is escaped. */
function htmlOfInline(content: readonly RichInline[] = []): string {
  return content
    .map((node) => {
      if (node.type === "hardBreak") return "<br>";
      return (node.marks ?? []).reduce((html, mark) => {
        if (mark.type === "bold") return `<strong>${html}</strong>`;
        if (mark.type === "italic") return `<em>${html}</em>`;
        return `<a href="${escape(mark.attrs.href)}" style="color:#0b6a7c">${html}</a>`;
      }, escape(node.text));
    })
    .join("");
}

function htmlOfRich(block: RichBlock): string {
  if (block.type === "paragraph") return `<p style="margin:0 0 16px">${htmlOfInline(block.content)}</p>`;
  if (block.type === "heading")
    return `<h2 style="margin:24px 0 8px;font-size:20px;line-height:1.3">${htmlOfInline(block.content)}</h2>`;
  const tag = block.type === "bulletList" ? "ul" : "ol";
  const items = block.content.map(
    (item) => `<li style="margin:0 0 4px">${item.content.map((part) => htmlOfInline(part.content)).join("<br>")}</li>`,
  );
  return `<${tag} style="margin:0 0 16px;padding-left:24px">${items.join("")}</${tag}>`;
}

const INK = "#14212b";
const QUIET = "#4a5a64";

function htmlOf(block: MailBlock): string {
  switch (block.kind) {
    case "text":
      return `<p style="margin:0 0 16px">${escape(block.text).replace(/\n/g, "<br>")}</p>`;
    case "code":
      return `<p style="margin:0 0 16px;font-size:32px;font-weight:700;letter-spacing:6px">${escape(block.code)}</p>`;
    case "button":
      return `<p style="margin:8px 0 24px"><a href="${escape(block.url)}" style="display:inline-block;padding:12px 24px;border-radius:24px;background:#c4431f;color:#ffffff;font-weight:700;text-decoration:none">${escape(block.label)}</a></p>`;
    case "facts":
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${block.facts
        .map(
          ([label, value]) =>
            `<tr><td style="padding:2px 16px 2px 0;color:${QUIET};vertical-align:top">${escape(label)}</td><td style="padding:2px 0">${escape(value)}</td></tr>`,
        )
        .join("")}</table>`;
    case "rich":
      return block.doc.content.map(htmlOfRich).join("");
  }
}

/** A mail's body as HTML and text. */
export function composeBody(content: MailContent, frame: Frame): { text: string; html: string } {
  const { groupName, siteUrl, unsubscribeUrl } = frame;
  const footer = [content.why, `${groupName} · ${siteUrl}`];
  const text = [
    ...content.blocks.map(textOf),
    "--",
    ...footer,
    ...(unsubscribeUrl === null ? [] : [`Stop these emails: ${unsubscribeUrl}`]),
  ].join("\n\n");
  const stop =
    unsubscribeUrl === null ? "" : ` <a href="${escape(unsubscribeUrl)}" style="color:${QUIET}">Stop these emails</a>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(content.subject)}</title></head><body style="margin:0;padding:24px;background:#fbf6ec;color:${INK};font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif"><div style="max-width:560px;margin:0 auto;padding:28px;border-radius:12px;background:#ffffff"><p style="margin:0 0 20px;font-weight:700">${escape(groupName)}</p>${content.blocks.map(htmlOf).join("")}<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e3ddd2;color:${QUIET};font-size:13px">${escape(content.why)}<br><a href="${escape(siteUrl)}" style="color:${QUIET}">${escape(groupName)}</a>${stop}</p></div></body></html>`;
  return { text, html };
}
