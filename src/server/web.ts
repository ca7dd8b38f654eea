import type { App } from "#src/context/app.ts";
import type { ContentTag } from "#src/shared/site-map.ts";
import { refreshSettings } from "#src/features/settings/queries.server.ts";
import { LiveHub } from "#src/server/live/hub.ts";
import { strictHeaders } from "#src/server/middleware.ts";
import type { ChangeHandlers } from "#src/db/change-log.server.ts";
import { PageCache } from "#src/server/page-cache.ts";

/** The caches of a web process and the changes that invalidate them. */
export type Web = {
  readonly cache: PageCache;
  readonly live: LiveHub;
  readonly handlers: Partial<ChangeHandlers>;
  readonly onHearing: (isHearing: boolean) => void;
};

export function makeWeb(app: App): Web {
  const cache = new PageCache(strictHeaders(app));
  const live = new LiveHub(app);
  const refresh = () => void refreshSettings(app);
  // Immediately, without waiting for the change log, so the organizer's next page shows what they saved.
  app.settings.follow(() => cache.drop("settings"));
  return {
    cache,
    live,
    handlers: {
      chat_message: (chatId) => live.hearChat(chatId),
      chat_changed: (chatId) => live.hearChatChange(chatId),
      poll_changed: (eventId) => {
        cache.drop(`poll:${eventId}`);
        live.hearEvent(eventId);
      },
      attendance_changed: (eventId) => {
        live.hearDoor(eventId);
        // The board's names and arrivals come from the door list.
        live.hearCourts(eventId);
      },
      courts_changed: (eventId) => live.hearCourts(eventId),
      settings_changed: refresh,
      identity_keys_changed: () => app.idTokens.forgetKeys(),
      account_changed: (sub) => live.hearAccount(sub),
      content_changed: (tag) => {
        cache.drop(tag as ContentTag);
        live.hearEvent(tag.replace(/^event:/, ""));
      },
    },
    onHearing(isHearing) {
      cache.setListening(isHearing);
      live.setHearing(isHearing);
      // Catch up on changes missed while disconnected.
      if (!isHearing) return;
      app.idTokens.forgetKeys();
      refresh();
    },
  };
}
