import * as moderation from "#src/features/chats/rest/moderation.server.ts";
import { call, type RestCall } from "#src/api/rest-call.ts";
import * as announcements from "#src/features/announcements/rest.server.ts";
import { changeRuleCall, previewRuleCall, readDeeds, readRules } from "#src/features/automation/rest.server.ts";
import { deleteBlock, putBlock, readBlockCall } from "#src/features/blocks/rest.server.ts";
import { changeSettingsCall, readSettings } from "#src/features/settings/rest.server.ts";

/** Calls for the group's settings, organizers' messages and automations. */
export const deskCalls: readonly RestCall[] = [
  call("get", "/api/admin/announcements", announcements.readAnnouncements),
  call("post", "/api/admin/announcements", announcements.announceCall),
  call("post", "/api/admin/announcements/test", announcements.testAnnouncementCall),
  call("post", "/api/admin/announcements/audience", announcements.audienceCall),
  call("get", "/api/admin/announcements/:id/recipients", announcements.readRecipients),
  call("post", "/api/admin/announcements/:id/stop", announcements.stopAnnouncementCall),
  call("delete", "/api/admin/blocks/:userId", deleteBlock),
  call("put", "/api/admin/blocks/:userId", putBlock),
  call("get", "/api/admin/blocks/:userId", readBlockCall),
  call("get", "/api/admin/settings", readSettings),
  call("put", "/api/admin/settings", changeSettingsCall),
  call("get", "/api/admin/automation", readRules),
  call("get", "/api/admin/automation/preview", previewRuleCall),
  call("get", "/api/admin/automation/log", readDeeds),
  call("put", "/api/admin/automation/:kind", changeRuleCall),
  call("put", "/api/admin/chats/:chatId/messages/:messageId/hidden", moderation.putHidden),
  call("delete", "/api/admin/chats/:chatId/messages/:messageId/hidden", moderation.deleteHidden),
  call("get", "/api/admin/chat-limits/:userId", moderation.readChatLimits),
  call("put", "/api/admin/chat-limits/:userId/mute", moderation.putMute),
  call("delete", "/api/admin/chat-limits/:userId/mute", moderation.deleteMute),
  call("put", "/api/admin/chat-limits/:userId/removals/:chatId", moderation.putRemoval),
  call("delete", "/api/admin/chat-limits/:userId/removals/:chatId", moderation.deleteRemoval),
];
