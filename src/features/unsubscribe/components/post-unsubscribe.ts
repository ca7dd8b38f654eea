import { UNSUBSCRIBE_FAILED } from "#src/features/unsubscribe/messages.ts";
import { postForm, sentenceOf } from "#src/ui/post-form.ts";

export type Outcome = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Posts to one of the two unsubscribe calls. Never rejects; a failure is a sentence. */
export async function postUnsubscribe(path: string, body: unknown): Promise<Outcome> {
  const outcome = await postForm(path, body);
  return outcome.ok ? outcome : { ok: false, message: sentenceOf(outcome.error, UNSUBSCRIBE_FAILED) };
}
