import { call, type RestCall } from "#src/api/rest-call.ts";
import * as insights from "#src/features/insights/rest.server.ts";

/** Calls for the group's statistics and the lists behind them. */
export const insightsCalls: readonly RestCall[] = [
  call("get", "/api/admin/insights", insights.readInsights),
  call("post", "/api/admin/insights/export", insights.exportInsightsCall),
  call("get", "/api/admin/insights/people", insights.readCame),
  call("get", "/api/admin/insights/sign-ups", insights.readSignUps),
  call("get", "/api/admin/insights/events", insights.readEventNumbers),
  call("get", "/api/admin/insights/members", insights.readMembers),
];
