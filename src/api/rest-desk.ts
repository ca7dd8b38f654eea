import {
  deleteHidden,
  deleteMute,
  deleteRemoval,
  putHidden,
  putMute,
  putRemoval,
  readChatLimits,
} from "#src/features/chats/rest/moderation.server.ts";
import { call, type RestCall } from "#src/api/rest-call.ts";
import {
  announceCall,
  audienceCall,
  readAnnouncements,
  readRecipients,
  stopAnnouncementCall,
  testAnnouncementCall,
} from "#src/features/announcements/rest.server.ts";
import { changeRuleCall, previewRuleCall, readDeeds, readRules } from "#src/features/automation/rest.server.ts";
import { deleteBlock, putBlock, readBlockCall } from "#src/features/blocks/rest.server.ts";
import { changeSettingsCall, readSettings } from "#src/features/settings/rest.server.ts";

/** The group's settings, what organizers write to the group, and what the site does by itself. */
export const deskCalls: readonly RestCall[] = [
  call("get", "/api/admin/announcements", readAnnouncements),
  call("post", "/api/admin/announcements", announceCall),
  call("post", "/api/admin/announcements/test", testAnnouncementCall),
  call("post", "/api/admin/announcements/audience", audienceCall),
  call("get", "/api/admin/announcements/:id/recipients", readRecipients),
  call("post", "/api/admin/announcements/:id/stop", stopAnnouncementCall),
  call("delete", "/api/admin/blocks/:userId", deleteBlock),
  call("put", "/api/admin/blocks/:userId", putBlock),
  call("get", "/api/admin/blocks/:userId", readBlockCall),
  call("get", "/api/admin/settings", readSettings),
  call("put", "/api/admin/settings", changeSettingsCall),
  call("get", "/api/admin/automation", readRules),
  call("get", "/api/admin/automation/preview", previewRuleCall),
  call("get", "/api/admin/automation/log", readDeeds),
  call("put", "/api/admin/automation/:kind", changeRuleCall),
  call("put", "/api/admin/chats/:chatId/messages/:messageId/hidden", putHidden),
  call("delete", "/api/admin/chats/:chatId/messages/:messageId/hidden", deleteHidden),
  call("get", "/api/admin/chat-limits/:userId", readChatLimits),
  call("put", "/api/admin/chat-limits/:userId/mute", putMute),
  call("delete", "/api/admin/chat-limits/:userId/mute", deleteMute),
  call("put", "/api/admin/chat-limits/:userId/removals/:chatId", putRemoval),
  call("delete", "/api/admin/chat-limits/:userId/removals/:chatId", deleteRemoval),
];
