import { z } from "zod";
import { isCleanText } from "#src/shared/fields.ts";

// A small rich text: paragraphs, headings, lists, bold, italic and links. Documents follow this closed schema
// (ProseMirror's JSON) and we render their HTML ourselves, so no HTML ever needs sanitizing.

const MOST_BLOCKS = 200;
const MOST_CHARACTERS = 20_000;

/** Whether a link goes to a web page or an email address. */
export function isSafeLink(href: string): boolean {
  // `URL.parse` drops line breaks; a mail would keep them.
  const url = isCleanText(href) && !/\p{Cc}/u.test(href) ? URL.parse(href) : null;
  return url !== null && ["https:", "http:", "mailto:"].includes(url.protocol);
}

const markSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("bold") }),
  z.object({ type: z.literal("italic") }),
  z.object({
    type: z.literal("link"),
    attrs: z.object({
      href: z.string().max(1000).refine(isSafeLink, { error: "A link begins with https://, http:// or mailto:." }),
    }),
  }),
]);

const textSchema = z.object({
  type: z.literal("text"),
  text: z
    .string()
    .min(1)
    .max(MOST_CHARACTERS)
    .refine(isCleanText, { error: "This contains an unsupported character." }),
  marks: z.array(markSchema).max(3).optional(),
});
const inlineSchema = z.discriminatedUnion("type", [textSchema, z.object({ type: z.literal("hardBreak") })]);
export type RichInline = z.infer<typeof inlineSchema>;

const content = z.array(inlineSchema).max(500).optional();
const paragraphSchema = z.object({ type: z.literal("paragraph"), content });
const headingSchema = z.object({ type: z.literal("heading"), attrs: z.object({ level: z.literal(2) }), content });
const items = z
  .array(z.object({ type: z.literal("listItem"), content: z.array(paragraphSchema).min(1).max(20) }))
  .min(1)
  .max(MOST_BLOCKS);
const blockSchema = z.discriminatedUnion("type", [
  paragraphSchema,
  headingSchema,
  z.object({ type: z.literal("bulletList"), content: items }),
  z.object({ type: z.literal("orderedList"), content: items }),
]);
export type RichBlock = z.infer<typeof blockSchema>;

const textOfInline = (inline: readonly RichInline[] = []) =>
  inline.map((node) => (node.type === "text" ? node.text : "\n")).join("");

/** Inline text as plain text, with each link's URL after its text, for mails. */
function plainInline(inline: readonly RichInline[] = []): string {
  return inline
    .map((node) => {
      if (node.type === "hardBreak") return "\n";
      const href = node.marks?.find((mark) => mark.type === "link")?.attrs.href;
      return href === undefined || href === node.text ? node.text : `${node.text} (${href})`;
    })
    .join("");
}

function lengthOf(blocks: readonly RichBlock[]): number {
  return blocks.reduce((sum, block) => {
    const parts = block.type === "bulletList" || block.type === "orderedList" ? block.content : [block];
    const inside = parts.flatMap((part) => (part.type === "listItem" ? part.content : [part]));
    return sum + inside.reduce((all, part) => all + textOfInline(part.content).trim().length, 0);
  }, 0);
}

export const richTextSchema = z
  .object({ type: z.literal("doc"), content: z.array(blockSchema).max(MOST_BLOCKS) })
  .refine((doc) => lengthOf(doc.content) > 0, { error: "Write something first." })
  .refine((doc) => lengthOf(doc.content) <= MOST_CHARACTERS, { error: "At most 20,000 characters." });
export type RichText = z.infer<typeof richTextSchema>;

export function plainRichText({ content: blocks }: RichText): string {
  return blocks
    .map((block) => {
      if (block.type === "paragraph" || block.type === "heading") return plainInline(block.content);
      const isOrdered = block.type === "orderedList";
      return block.content
        .map(
          (item, index) =>
            `${isOrdered ? `${index + 1}.` : "-"} ${item.content.map((part) => plainInline(part.content)).join("\n  ")}`,
        )
        .join("\n");
    })
    .join("\n\n");
}
