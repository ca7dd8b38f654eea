import { endDevice, endOtherDevices } from "#src/features/security/commands/devices.server.ts";
import { listDevices } from "#src/features/security/queries/devices.server.ts";
import { listOwnEvents, listSecurityLog } from "#src/features/security/queries/security-log.server.ts";
import {
  devicesSchema,
  ownEventsQuerySchema,
  ownEventsSchema,
  securityLogQuerySchema,
  securityLogSchema,
} from "#src/features/security/schema.ts";
import { requireProvedSelf } from "#src/http/admission.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requireTo } from "#src/policy/roles.ts";
import { requireSignedIn } from "#src/policy/viewer.ts";
import { ok } from "#src/shared/result.ts";

export const readDevices = endpoint({
  summary: "The devices that the account is signed in on",
  answer: devicesSchema,
  admit: requireSignedIn,
  handle: async (app, signedIn) => ok(await listDevices(app, signedIn)),
});

export const endDeviceCall = endpoint({
  summary: "Sign out one device. Needs a fresh proof",
  answer: devicesSchema,
  admit: requireProvedSelf,
  params: ["id"],
  handle: (app, signedIn, { params, client }) => endDevice(app, signedIn, params.id, client),
});

export const endOtherDevicesCall = endpoint({
  summary: "Sign out every other device. Needs a fresh proof",
  answer: devicesSchema,
  admit: requireProvedSelf,
  handle: async (app, signedIn, { client }) => ok(await endOtherDevices(app, signedIn, client)),
});

export const readOwnEvents = endpoint({
  summary: "The account's security log: sign-ins and security changes, newest first",
  query: ownEventsQuerySchema,
  answer: ownEventsSchema,
  admit: requireSignedIn,
  handle: (app, signedIn, { query }) => listOwnEvents(app, signedIn, query),
});

export const readSecurityLog = endpoint({
  summary: "Security events of all accounts, newest first",
  query: securityLogQuerySchema,
  answer: securityLogSchema,
  admit: requireTo.read_logs,
  handle: (app, admin, { query }) => listSecurityLog(app, admin, query),
});
