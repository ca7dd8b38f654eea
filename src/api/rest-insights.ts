import { call, type RestCall } from "#src/api/rest-call.ts";
import {
  exportInsightsCall,
  readCame,
  readEventNumbers,
  readInsights,
  readMembers,
  readSignUps,
} from "#src/features/insights/rest.server.ts";

/** The group's numbers and the lists behind them. */
export const insightsCalls: readonly RestCall[] = [
  call("get", "/api/admin/insights", readInsights),
  call("post", "/api/admin/insights/export", exportInsightsCall),
  call("get", "/api/admin/insights/people", readCame),
  call("get", "/api/admin/insights/sign-ups", readSignUps),
  call("get", "/api/admin/insights/events", readEventNumbers),
  call("get", "/api/admin/insights/members", readMembers),
];
