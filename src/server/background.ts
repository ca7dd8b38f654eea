import type { App } from "#src/context/app.ts";
import { makeChatReader, makePost, makeTeller } from "#src/server/jobs.ts";
import type { NoticeHandlers } from "#src/server/notices.ts";

/** The work that is done as soon as the database announces it. */
export type Background = {
  readonly handlers: Partial<NoticeHandlers>;
  /** Whether announcements are heard; see {@link hearNotices}. */
  readonly onHearing: (isHearing: boolean) => void;
  stop(): Promise<void>;
};

export function beginBackground(app: App): Background {
  const post = makePost(app);
  const teller = makeTeller(app);
  const chatReader = makeChatReader(app);
  chatReader.begin();
  return {
    handlers: { mail_waiting: () => post.begin(), join_decision: () => teller.begin() },
    onHearing(isHearing) {
      if (!isHearing) return;
      // What was announced while nobody heard, or to a process that is no more.
      post.begin();
      teller.begin();
    },
    async stop() {
      for (const rounds of [chatReader, teller, post]) await rounds.stop();
    },
  };
}
