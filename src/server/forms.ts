import { createHash } from "node:crypto";

type Bytes = Uint8Array<ArrayBuffer>;
type Head = Readonly<Record<string, string>>;
type Form = { readonly body: Bytes; readonly head: Head };

/**
 * A frequently served response: its bytes in each encoding, with prebuilt headers. Headers are plain objects, which the
 * server writes as they are; creating and copying `Headers` costs more than all the rest.
 */
export type Forms = {
  readonly status: number;
  readonly plain: Form;
  readonly br: Form | null;
  readonly gzip: () => Form | null;
  /** For a 304. */
  readonly unchanged: Head;
  readonly etag: string;
  /** Memory in bytes, without the lazily built encoding. */
  readonly bytes: number;
};

export type ReadHeader = (name: string) => string | undefined;

/** Builds the headers. `head` is shared by all encodings and includes the content type. */
export function makeForms(
  status: number,
  head: Head,
  bodies: { readonly plain: Bytes; readonly br: Bytes | null; readonly gzip: (() => Bytes) | null },
): Forms {
  const etag = `"${createHash("sha256").update(bodies.plain).digest("base64url").slice(0, 22)}"`;
  const vary = [head["vary"], bodies.br || bodies.gzip ? "accept-encoding" : undefined].filter(Boolean).join(", ");
  const shared = { ...head, etag, ...(vary !== "" && { vary }) };
  const form = (body: Bytes, encoding?: string): Form => ({
    body,
    head: {
      ...shared,
      ...(encoding !== undefined && { "content-encoding": encoding }),
      "content-length": String(body.byteLength),
    },
  });
  let gzip: Form | null = null;
  return {
    status,
    etag,
    plain: form(bodies.plain),
    br: bodies.br && form(bodies.br, "br"),
    gzip: () => (gzip ??= bodies.gzip && form(bodies.gzip(), "gzip")),
    unchanged: shared,
    bytes: bodies.plain.byteLength + (bodies.br?.byteLength ?? 0),
  };
}

/** Responds in the encoding that the client accepts, or with 304 if its copy is current. */
export function answerWith(forms: Forms, header: ReadHeader, requestId: string): Response {
  if (forms.status === 200 && header("if-none-match") === forms.etag) {
    return new Response(null, { status: 304, headers: { ...forms.unchanged, "x-request-id": requestId } });
  }
  const accepts = header("accept-encoding") ?? "";
  const form =
    (accepts.includes("br") ? forms.br : null) ?? (accepts.includes("gzip") ? forms.gzip() : null) ?? forms.plain;
  return new Response(form.body, { status: forms.status, headers: { ...form.head, "x-request-id": requestId } });
}
