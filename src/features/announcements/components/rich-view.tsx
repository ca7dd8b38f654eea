import type { RichBlock, RichInline, RichText } from "#src/shared/rich-text.ts";

function Inline({ content = [] }: { content?: readonly RichInline[] | undefined }) {
  return content.map((node, index) => {
    if (node.type === "hardBreak") return <br key={index} />;
    return (node.marks ?? []).reduce<React.ReactElement>(
      (inner, mark) => {
        if (mark.type === "bold") return <strong key={index}>{inner}</strong>;
        if (mark.type === "italic") return <em key={index}>{inner}</em>;
        return (
          <a key={index} href={mark.attrs.href} target="_blank" rel="noreferrer">
            {inner}
          </a>
        );
      },
      <span key={index}>{node.text}</span>,
    );
  });
}

function Block({ block }: { block: RichBlock }) {
  if (block.type === "heading")
    return (
      <h4>
        <Inline content={block.content} />
      </h4>
    );
  if (block.type === "paragraph")
    return (
      <p>
        <Inline content={block.content} />
      </p>
    );
  const List = block.type === "bulletList" ? "ul" : "ol";
  return (
    <List>
      {block.content.map((item, index) => (
        <li key={index}>
          {item.content.map((part, at) => (
            <p key={at}>
              <Inline content={part.content} />
            </p>
          ))}
        </li>
      ))}
    </List>
  );
}

/** The rich text as readers see it. */
export function RichView({ doc }: { doc: RichText }) {
  return doc.content.map((block, index) => <Block key={index} block={block} />);
}
