import { calendarCall, readAdminEvents } from "#src/features/events/chat-calendar/rest.server.ts";
import {
  issueHostIdCall,
  publishCall,
  readHeldEvents,
  publishChangeCall,
  readEventChanges,
  readHostIds,
  refuseCall,
  refuseChangeCall,
  revokeHostIdCall,
} from "#src/features/events/review/rest.server.ts";
import { readCounts } from "#src/features/console/rest.server.ts";
import { exportUsersCall, importUsersCall, previewImportCall } from "#src/features/people/records/rest/csv.server.ts";
import { readAudit, undoCall } from "#src/features/history/rest.server.ts";
import { readOutbox, retryMailCall } from "#src/features/mail-log/rest.server.ts";
import {
  assignPaymentCall,
  correctPaymentCall,
  readBooks,
  readPersonMembership,
  recordPaymentCall,
} from "#src/features/membership/books/rest.server.ts";
import { decidePhotoCall, readHiddenPhoto, readPhotoRequests } from "#src/features/events/takedowns/rest.server.ts";
import { markMessageCall, readMessages } from "#src/features/inbox/rest/messages.server.ts";
import { changePending, decideCall, readPending, readRequests } from "#src/features/requests/rest/pending.server.ts";
import { dismissProposalCall, readProposals, takeOverCall } from "#src/features/requests/rest/proposals.server.ts";
import {
  createUserCall,
  deleteUserCall,
  editUserCall,
  mergeCall,
  previewMergeCall,
  readAllUsers,
  readUser,
  readUsers,
} from "#src/features/people/records/rest/users.server.ts";
import { groupMeCallback } from "#src/features/chats/rest.server.ts";
import { deleteProfileCall } from "#src/features/dashboard/rest.server.ts";
import {
  endCalendarLinkCall,
  makeCalendarLinkCall,
  readCalendarLink,
} from "#src/features/events/calendar/rest.server.ts";
import { patchPoll, putVotes } from "#src/features/events/polls/rest.server.ts";
import { createEventCall, eventsToCopyCall } from "#src/features/events/create/rest.server.ts";
import { deleteChange, patchEvent, readEditable, readHosted } from "#src/features/events/hosting/rest.server.ts";
import { readEvents } from "#src/features/events/rest.server.ts";
import {
  deletePhotoCall,
  patchPhoto,
  postPhoto,
  putOrder,
  readPhotos,
  takedownCall,
  uploadCall,
} from "#src/features/events/photos/rest.server.ts";
import { deleteAnswer, putAnswer, readAttendees, readStanding } from "#src/features/events/rsvps/rest.server.ts";
import { submitForm } from "#src/features/inbox/rest/forms.server.ts";
import { deleteWaiting, postWaiting } from "#src/features/events/waiting-list/rest.server.ts";
import {
  addPasskeyCall,
  beginAuthenticatorCall,
  confirmAuthenticatorCall,
  passkeyOptionsCall,
  passkeySignInCall,
  passkeySignInOptionsCall,
  proofCall,
  proofMethodsCall,
  proofOptionsCall,
  readFactorsCall,
  recoveryCodesCall,
  removeAuthenticatorCall,
  removePasskeyCall,
  renamePasskeyCall,
  secondStepCall,
  secondStepOptionsCall,
} from "#src/features/identity/factors/rest.server.ts";
import {
  confirmCall,
  forgotCall,
  refreshCall,
  resendCall,
  resetCall,
  signInCall,
  signOutCall,
  signUpCall,
} from "#src/features/identity/rest.server.ts";
import {
  endDeviceCall,
  endOtherDevicesCall,
  readDevices,
  readOwnEvents,
  readSecurityLog,
} from "#src/features/identity/rest/security.server.ts";
import {
  beginEmailChangeCall,
  changePasswordCall,
  confirmEmailChangeCall,
  connectOpenIdCall,
  disconnectOpenIdCall,
  finishOpenIdCall,
  linkCall,
  linkSignInCall,
  openIdCall,
  openIdSignInCall,
  readSignInSettingsCall,
} from "#src/features/identity/rest/sign-in-methods.server.ts";
import { join } from "#src/features/join/rest.server.ts";
import { supportCall } from "#src/features/support/rest.server.ts";
import { readMembershipCall } from "#src/features/membership/rest.server.ts";
import { beginBitcoinCashCall } from "#src/features/payments/rest.server.ts";
import { oneClickCall, unsubscribeCall } from "#src/features/unsubscribe/rest.server.ts";
import { exportProfileCall, readProfileCall, updateProfileCall } from "#src/features/people/rest.server.ts";
import type { Endpoint } from "#src/http/endpoint.server.ts";

export type RestCall = {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: string;
  readonly endpoint: Endpoint;
};

/** Every call of the REST API → the feature that answers it. Paths in Hono's form (`/things/:id`). */
export const restMap: readonly RestCall[] = [
  { method: "get", path: "/api/social-events", endpoint: readEvents },
  { method: "get", path: "/api/social-events/mine", endpoint: readHosted },
  { method: "patch", path: "/api/social-events/:id", endpoint: patchEvent },
  { method: "get", path: "/api/social-events/:id/settings", endpoint: readEditable },
  { method: "delete", path: "/api/social-events/:id/change", endpoint: deleteChange },
  { method: "get", path: "/api/social-events/:id/rsvp", endpoint: readStanding },
  { method: "put", path: "/api/social-events/:id/rsvp", endpoint: putAnswer },
  { method: "delete", path: "/api/social-events/:id/rsvp", endpoint: deleteAnswer },
  { method: "get", path: "/api/social-events/:id/attendees", endpoint: readAttendees },
  { method: "post", path: "/api/social-events/:id/waiting-list", endpoint: postWaiting },
  { method: "delete", path: "/api/social-events/:id/waiting-list", endpoint: deleteWaiting },
  { method: "put", path: "/api/social-events/:id/poll", endpoint: putVotes },
  { method: "patch", path: "/api/social-events/:id/poll", endpoint: patchPoll },
  { method: "get", path: "/api/social-events/:id/photos", endpoint: readPhotos },
  { method: "post", path: "/api/social-events/:id/photos", endpoint: postPhoto },
  { method: "put", path: "/api/social-events/:id/photos", endpoint: putOrder },
  { method: "patch", path: "/api/social-events/:id/photos/:key", endpoint: patchPhoto },
  { method: "delete", path: "/api/social-events/:id/photos/:key", endpoint: deletePhotoCall },
  { method: "post", path: "/api/social-events/:id/photos/:key/takedown", endpoint: takedownCall },
  { method: "post", path: "/api/images", endpoint: uploadCall },
  { method: "post", path: "/api/social-events", endpoint: createEventCall },
  { method: "put", path: "/api/social-events", endpoint: eventsToCopyCall },
  { method: "post", path: "/api/join", endpoint: join },
  { method: "post", path: "/api/form-submission", endpoint: submitForm },
  { method: "post", path: "/api/auth/sign-in", endpoint: signInCall },
  { method: "post", path: "/api/auth/second-factor", endpoint: secondStepCall },
  { method: "post", path: "/api/auth/second-factor/passkey", endpoint: secondStepOptionsCall },
  { method: "post", path: "/api/auth/passkey", endpoint: passkeySignInCall },
  { method: "post", path: "/api/auth/passkey/options", endpoint: passkeySignInOptionsCall },
  { method: "post", path: "/api/auth/sign-up", endpoint: signUpCall },
  { method: "post", path: "/api/auth/confirm", endpoint: confirmCall },
  { method: "post", path: "/api/auth/resend-code", endpoint: resendCall },
  { method: "post", path: "/api/auth/refresh", endpoint: refreshCall },
  { method: "post", path: "/api/auth/sign-out", endpoint: signOutCall },
  { method: "post", path: "/api/auth/forgot-password", endpoint: forgotCall },
  { method: "post", path: "/api/auth/reset-password", endpoint: resetCall },
  { method: "post", path: "/api/auth/link", endpoint: linkCall },
  { method: "post", path: "/api/auth/link-sign-in", endpoint: linkSignInCall },
  { method: "post", path: "/api/auth/openid", endpoint: openIdCall },
  { method: "post", path: "/api/auth/openid-sign-in", endpoint: openIdSignInCall },
  { method: "get", path: "/api/account/sign-in", endpoint: readSignInSettingsCall },
  { method: "put", path: "/api/account/password", endpoint: changePasswordCall },
  { method: "post", path: "/api/account/email", endpoint: beginEmailChangeCall },
  { method: "put", path: "/api/account/email", endpoint: confirmEmailChangeCall },
  { method: "post", path: "/api/account/openid", endpoint: connectOpenIdCall },
  { method: "put", path: "/api/account/openid", endpoint: finishOpenIdCall },
  { method: "delete", path: "/api/account/openid", endpoint: disconnectOpenIdCall },
  { method: "get", path: "/api/account/devices", endpoint: readDevices },
  { method: "delete", path: "/api/account/devices", endpoint: endOtherDevicesCall },
  { method: "delete", path: "/api/account/devices/:id", endpoint: endDeviceCall },
  { method: "get", path: "/api/account/security-events", endpoint: readOwnEvents },
  { method: "get", path: "/api/admin/security-log", endpoint: readSecurityLog },
  { method: "get", path: "/api/account/factors", endpoint: readFactorsCall },
  { method: "post", path: "/api/account/factors/passkeys/options", endpoint: passkeyOptionsCall },
  { method: "post", path: "/api/account/factors/passkeys", endpoint: addPasskeyCall },
  { method: "patch", path: "/api/account/factors/passkeys/:id", endpoint: renamePasskeyCall },
  { method: "delete", path: "/api/account/factors/passkeys/:id", endpoint: removePasskeyCall },
  { method: "post", path: "/api/account/factors/authenticator", endpoint: beginAuthenticatorCall },
  { method: "post", path: "/api/account/factors/authenticator/confirm", endpoint: confirmAuthenticatorCall },
  { method: "delete", path: "/api/account/factors/authenticator", endpoint: removeAuthenticatorCall },
  { method: "post", path: "/api/account/factors/recovery-codes", endpoint: recoveryCodesCall },
  { method: "get", path: "/api/account/proof", endpoint: proofMethodsCall },
  { method: "post", path: "/api/account/proof", endpoint: proofCall },
  { method: "post", path: "/api/account/proof/passkey", endpoint: proofOptionsCall },
  { method: "post", path: "/api/unsubscribe", endpoint: unsubscribeCall },
  { method: "post", path: "/api/support", endpoint: supportCall },
  { method: "post", path: "/u/:token", endpoint: oneClickCall },
  { method: "get", path: "/api/profile", endpoint: readProfileCall },
  { method: "patch", path: "/api/profile", endpoint: updateProfileCall },
  { method: "get", path: "/api/profile/export", endpoint: exportProfileCall },
  { method: "delete", path: "/api/profile", endpoint: deleteProfileCall },
  { method: "get", path: "/api/profile/calendar", endpoint: readCalendarLink },
  { method: "post", path: "/api/profile/calendar", endpoint: makeCalendarLinkCall },
  { method: "delete", path: "/api/profile/calendar", endpoint: endCalendarLinkCall },
  { method: "get", path: "/api/membership", endpoint: readMembershipCall },
  { method: "post", path: "/api/payments/bitcoin-cash", endpoint: beginBitcoinCashCall },
  { method: "get", path: "/api/pending-join-requests", endpoint: readPending },
  { method: "post", path: "/api/pending-join-requests", endpoint: changePending },
  { method: "get", path: "/api/pending-join-requests/users", endpoint: readUsers },
  { method: "post", path: "/api/pending-join-requests/users", endpoint: createUserCall },
  { method: "get", path: "/api/pending-join-requests/users/:id", endpoint: readUser },
  { method: "put", path: "/api/pending-join-requests/users/:id", endpoint: editUserCall },
  { method: "delete", path: "/api/pending-join-requests/users/:id", endpoint: deleteUserCall },
  { method: "get", path: "/api/pending-join-requests/pending-requests", endpoint: readRequests },
  { method: "post", path: "/api/pending-join-requests/pending-requests/:id/:action", endpoint: decideCall },
  { method: "get", path: "/api/users", endpoint: readAllUsers },
  { method: "post", path: "/api/users/merge", endpoint: mergeCall },
  { method: "post", path: "/api/users/merge/preview", endpoint: previewMergeCall },
  { method: "get", path: "/api/admin", endpoint: readAdminEvents },
  { method: "post", path: "/api/admin", endpoint: calendarCall },
  { method: "get", path: "/api/admin/events", endpoint: readHeldEvents },
  { method: "post", path: "/api/admin/events/:id/publish", endpoint: publishCall },
  { method: "post", path: "/api/admin/events/:id/refuse", endpoint: refuseCall },
  { method: "get", path: "/api/admin/event-changes", endpoint: readEventChanges },
  { method: "post", path: "/api/admin/event-changes/:id/publish", endpoint: publishChangeCall },
  { method: "post", path: "/api/admin/event-changes/:id/refuse", endpoint: refuseChangeCall },
  { method: "get", path: "/api/admin/host-ids", endpoint: readHostIds },
  { method: "post", path: "/api/admin/host-ids", endpoint: issueHostIdCall },
  { method: "post", path: "/api/admin/host-ids/:id/revoke", endpoint: revokeHostIdCall },
  { method: "get", path: "/api/admin/counts", endpoint: readCounts },
  { method: "get", path: "/api/admin/proposals", endpoint: readProposals },
  { method: "post", path: "/api/admin/proposals/:id/take-over", endpoint: takeOverCall },
  { method: "post", path: "/api/admin/proposals/:id/dismiss", endpoint: dismissProposalCall },
  { method: "post", path: "/api/admin/users/export", endpoint: exportUsersCall },
  { method: "post", path: "/api/admin/users/import/preview", endpoint: previewImportCall },
  { method: "post", path: "/api/admin/users/import", endpoint: importUsersCall },
  { method: "get", path: "/api/admin/messages", endpoint: readMessages },
  { method: "put", path: "/api/admin/messages/:id/done", endpoint: markMessageCall },
  { method: "get", path: "/api/admin/audit", endpoint: readAudit },
  { method: "post", path: "/api/admin/audit/:id/undo", endpoint: undoCall },
  { method: "get", path: "/api/admin/memberships", endpoint: readPersonMembership },
  { method: "post", path: "/api/admin/memberships", endpoint: recordPaymentCall },
  { method: "get", path: "/api/admin/memberships/payments", endpoint: readBooks },
  { method: "post", path: "/api/admin/memberships/payments/:id/correct", endpoint: correctPaymentCall },
  { method: "post", path: "/api/admin/memberships/payments/:id/assign", endpoint: assignPaymentCall },
  { method: "get", path: "/api/admin/photos", endpoint: readPhotoRequests },
  { method: "get", path: "/api/admin/photos/:id/picture", endpoint: readHiddenPhoto },
  { method: "post", path: "/api/admin/photos/:id/:action", endpoint: decidePhotoCall },
  { method: "get", path: "/api/admin/outbox", endpoint: readOutbox },
  { method: "post", path: "/api/admin/outbox/:id/retry", endpoint: retryMailCall },
  { method: "post", path: "/api/webhooks/groupme/:secret", endpoint: groupMeCallback },
];
