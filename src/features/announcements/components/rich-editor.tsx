import { Extension } from "@tiptap/core";
import { Link } from "@tiptap/extension-link";
import { ListItem } from "@tiptap/extension-list";
import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { StarterKit } from "@tiptap/starter-kit";
import { useState } from "react";
import styles from "#src/features/announcements/components/announcements.module.css";
import { Button } from "#src/ui/button-link.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { isSafeLink, type RichText } from "#src/shared/rich-text.ts";

// Only what the server's schema accepts.
const EXTENSIONS = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    link: false,
    listItem: false,
    heading: { levels: [2] },
  }),
  ListItem.extend({ content: "paragraph+" }),
  Link.configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: "https",
    isAllowedUri: (href) => isSafeLink(href ?? ""),
  }),
  // Tab leaves the editor, so that the keyboard can reach what follows it.
  Extension.create({ name: "leave", priority: 1000, addKeyboardShortcuts: () => ({ Tab: () => false }) }),
];

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [href, setHref] = useState(String(editor.getAttributes("link")["href"] ?? ""));
  const [error, setError] = useState<string>();
  const hasText = !editor.state.selection.empty || editor.isActive("link");
  const [text, setText] = useState("");
  function save(): void {
    const typed = href.trim();
    const full = typed === "" || /^[a-z]+:/i.test(typed) ? typed : `https://${typed}`;
    if (full !== "" && !isSafeLink(full)) return setError("Enter a web address, such as example.com.");
    const chain = editor.chain().focus().extendMarkRange("link");
    if (full === "") chain.unsetLink().run();
    else if (hasText) chain.setLink({ href: full }).run();
    else {
      const marks = [{ type: "link", attrs: { href: full } }];
      chain.insertContent({ type: "text", text: text.trim() || typed, marks }).run();
    }
    onClose();
  }
  return (
    <Dialog title="Link" onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Web address"
          type="url"
          autoComplete="off"
          maxLength={1000}
          hint="Empty removes the link."
          value={href}
          error={error}
          onValue={setHref}
        />
        {!hasText && (
          <TextField
            label="Text (optional)"
            autoComplete="off"
            maxLength={200}
            hint="What readers see instead of the address."
            value={text}
            onValue={setText}
          />
        )}
        <div className="buttons">
          <Button type="submit">Save link</Button>
        </div>
      </form>
    </Dialog>
  );
}

const TOOLS = [
  {
    label: "Bold",
    isOn: (editor: Editor) => editor.isActive("bold"),
    run: (editor: Editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: "Italic",
    isOn: (editor: Editor) => editor.isActive("italic"),
    run: (editor: Editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: "Heading",
    isOn: (editor: Editor) => editor.isActive("heading"),
    run: (editor: Editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: "Bulleted list",
    isOn: (editor: Editor) => editor.isActive("bulletList"),
    run: (editor: Editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: "Numbered list",
    isOn: (editor: Editor) => editor.isActive("orderedList"),
    run: (editor: Editor) => editor.chain().focus().toggleOrderedList().run(),
  },
] as const;

function Toolbar({ editor }: { editor: Editor }) {
  const [isLinking, setIsLinking] = useState(false);
  const pressed = useEditorState({
    editor,
    selector: ({ editor: now }) => [...TOOLS.map(({ isOn }) => isOn(now)), now.isActive("link")],
  });
  return (
    <div className={styles.tools} role="group" aria-label="Format">
      {TOOLS.map(({ label, run }, index) => (
        <button
          key={label}
          type="button"
          className={styles.tool}
          aria-pressed={pressed[index] ?? false}
          // Keeps the focus in the editor, so that no keystroke is lost.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        className={styles.tool}
        aria-pressed={pressed.at(-1) ?? false}
        onClick={() => setIsLinking(true)}
      >
        Link…
      </button>
      {isLinking && <LinkDialog editor={editor} onClose={() => setIsLinking(false)} />}
    </div>
  );
}

type RichEditorProps = {
  value: RichText;
  error: string | undefined;
  onValue: (value: RichText) => void;
};

/** The editor for the site's rich text schema. */
export function RichEditor({ value, error, onValue }: RichEditorProps) {
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    // The content security policy blocks styles added by scripts.
    injectCSS: false,
    immediatelyRender: true,
    editorProps: {
      attributes: { "aria-label": "Message", "aria-multiline": "true", role: "textbox", class: styles.writing ?? "" },
    },
    onUpdate: ({ editor: now }) => onValue(now.getJSON() as RichText),
  });
  return (
    <div className={styles.editor} data-invalid={error !== undefined || undefined}>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
