import { call, type RestCall } from "#src/api/rest-call.ts";
import { dayCalls } from "#src/api/rest-day.ts";
import { deskCalls } from "#src/api/rest-desk.ts";
import { insightsCalls } from "#src/api/rest-insights.ts";
import { peopleCalls } from "#src/api/rest-people.ts";
import { pushCalls } from "#src/api/rest-push.ts";
import { calendarCall, readAdminEvents } from "#src/features/events/chat-calendar/rest.server.ts";
import * as review from "#src/features/events/review/rest.server.ts";
import * as changes from "#src/features/events/changes/rest.server.ts";
import { readCounts } from "#src/features/console/rest.server.ts";
import { exportUsersCall, importUsersCall, previewImportCall } from "#src/features/people/rest/csv.server.ts";
import { readAudit, undoCall } from "#src/features/history/rest.server.ts";
import { grantRoleCall, handOverCall, readRoles, revokeRoleCall } from "#src/features/roles/rest.server.ts";
import { readOutbox, retryMailCall } from "#src/features/mail-log/rest.server.ts";
import * as books from "#src/features/membership/books/rest.server.ts";
import * as takedowns from "#src/features/events/takedowns/rest.server.ts";
import { markMessageCall, readMessages } from "#src/features/inbox/rest/messages.server.ts";
import { changePending, decideCall, readPending, readRequests } from "#src/features/requests/rest/pending.server.ts";
import { dismissProposalCall, readProposals, takeOverCall } from "#src/features/requests/rest/proposals.server.ts";
import * as users from "#src/features/people/rest/users.server.ts";
import { readAllUsers } from "#src/features/people-list/rest.server.ts";
import { groupMeCallback } from "#src/features/chats/rest/threads.server.ts";
import { deleteProfileCall } from "#src/features/dashboard/rest.server.ts";
import * as calendar from "#src/features/events/calendar/rest.server.ts";
import { deletePollCall, patchPoll, postPoll, putVotes } from "#src/features/events/polls/rest.server.ts";
import { createEventCall, eventsToCopyCall } from "#src/features/events/create/rest.server.ts";
import { holdAllCall, putDecision, readBeachBoard } from "#src/features/events/decision/rest.server.ts";
import { readForecastCall, readOwnShowRateCall, readShowRateCall } from "#src/features/events/forecast/rest.server.ts";
import { patchEvent, readEditable } from "#src/features/events/edit/rest.server.ts";
import { readHosted } from "#src/features/events/hosting/rest.server.ts";
import { readEvents } from "#src/features/events/rest.server.ts";
import * as photos from "#src/features/events/photos/rest.server.ts";
import { uploadCall } from "#src/features/events/uploads/rest.server.ts";
import { deleteAnswer, putAnswer, readAttendees, readRsvpState } from "#src/features/events/rsvps/rest.server.ts";
import { setUpCall } from "#src/features/setup/rest.server.ts";
import { postReport, postReportNote, putReport, readReports } from "#src/features/reports/rest.server.ts";
import { submitForm } from "#src/features/inbox/rest/forms.server.ts";
import { postPlaceRequest, putPlace, readPlaceCall } from "#src/features/events/visitors/rest/places.server.ts";
import { readDraw } from "#src/features/events/draw/rest.server.ts";
import { deleteWaiting, postWaiting, readWaiting } from "#src/features/events/waiting-list/rest.server.ts";
import * as factors from "#src/features/factors/rest.server.ts";
import * as secondStep from "#src/features/sign-in/rest/second-step.server.ts";
import * as signIn from "#src/features/sign-in/rest/sign-in.server.ts";
import * as security from "#src/features/security/rest/security.server.ts";
import * as passwordAndEmail from "#src/features/security/rest/password-and-email.server.ts";
import * as signInMethods from "#src/features/sign-in/rest/sign-in-methods.server.ts";
import { join } from "#src/features/join/rest.server.ts";
import { supportCall } from "#src/features/support/rest.server.ts";
import { readMembershipCall } from "#src/features/membership/rest.server.ts";
import { beginBitcoinCashCall } from "#src/features/payments/rest.server.ts";
import { oneClickCall, unsubscribeCall } from "#src/features/unsubscribe/rest.server.ts";
import { exportProfileCall, readProfileCall, updateProfileCall } from "#src/features/profile/rest.server.ts";

/** Every REST call → its feature. Paths in Hono's syntax (`/things/:id`). */
export const restMap: readonly RestCall[] = [
  call("get", "/api/social-events", readEvents),
  call("get", "/api/social-events/mine", readHosted),
  call("patch", "/api/social-events/:eventId", patchEvent),
  call("get", "/api/social-events/:eventId/settings", readEditable),
  call("delete", "/api/social-events/:eventId/change", changes.deleteChange),
  call("get", "/api/social-events/:eventId/rsvp", readRsvpState),
  call("put", "/api/social-events/:eventId/rsvp", putAnswer),
  call("delete", "/api/social-events/:eventId/rsvp", deleteAnswer),
  call("put", "/api/social-events/:eventId/decision", putDecision),
  call("get", "/api/social-events/:eventId/forecast", readForecastCall),
  call("get", "/api/social-events/:eventId/attendees", readAttendees),
  call("get", "/api/social-events/:eventId/waiting-list", readWaiting),
  call("post", "/api/social-events/:eventId/waiting-list", postWaiting),
  call("delete", "/api/social-events/:eventId/waiting-list", deleteWaiting),
  call("get", "/api/social-events/:eventId/draw", readDraw),
  call("post", "/api/social-events/:eventId/place-requests", postPlaceRequest),
  call("post", "/api/place", readPlaceCall),
  call("put", "/api/place", putPlace),
  call("put", "/api/social-events/:eventId/poll", putVotes),
  call("post", "/api/social-events/:eventId/poll", postPoll),
  call("patch", "/api/social-events/:eventId/poll", patchPoll),
  call("delete", "/api/social-events/:eventId/poll", deletePollCall),
  call("get", "/api/social-events/:eventId/photos", photos.readPhotos),
  call("post", "/api/social-events/:eventId/photos", photos.postPhoto),
  call("put", "/api/social-events/:eventId/photos", photos.putOrder),
  call("patch", "/api/social-events/:eventId/photos/:key", photos.patchPhoto),
  call("delete", "/api/social-events/:eventId/photos/:key", photos.deletePhotoCall),
  call("post", "/api/social-events/:eventId/photos/:key/takedown", takedowns.takedownCall),
  ...dayCalls,
  ...pushCalls,
  call("post", "/api/images", uploadCall),
  call("post", "/api/social-events", createEventCall),
  call("put", "/api/social-events", eventsToCopyCall),
  call("post", "/api/join", join),
  call("post", "/api/form-submission", submitForm),
  call("post", "/api/auth/sign-in", signIn.signInCall),
  call("post", "/api/auth/second-factor", secondStep.secondStepCall),
  call("post", "/api/auth/second-factor/passkey", secondStep.secondStepOptionsCall),
  call("post", "/api/auth/passkey", secondStep.passkeySignInCall),
  call("post", "/api/auth/passkey/options", secondStep.passkeySignInOptionsCall),
  call("post", "/api/auth/sign-up", signIn.signUpCall),
  call("post", "/api/auth/setup", setUpCall),
  call("post", "/api/auth/confirm", signIn.confirmCall),
  call("post", "/api/auth/resend-code", signIn.resendCall),
  call("post", "/api/auth/refresh", signIn.refreshCall),
  call("post", "/api/auth/sign-out", signIn.signOutCall),
  call("post", "/api/auth/forgot-password", signIn.forgotCall),
  call("post", "/api/auth/reset-password", signIn.resetCall),
  call("post", "/api/auth/link", signInMethods.linkCall),
  call("post", "/api/auth/link-sign-in", signInMethods.linkSignInCall),
  call("post", "/api/auth/openid", signInMethods.openIdCall),
  call("post", "/api/auth/openid-sign-in", signInMethods.openIdSignInCall),
  call("get", "/api/account/sign-in", signInMethods.readSignInSettingsCall),
  call("put", "/api/account/password", passwordAndEmail.changePasswordCall),
  call("post", "/api/account/email", passwordAndEmail.beginEmailChangeCall),
  call("put", "/api/account/email", passwordAndEmail.confirmEmailChangeCall),
  call("post", "/api/account/openid", signInMethods.connectOpenIdCall),
  call("put", "/api/account/openid", signInMethods.finishOpenIdCall),
  call("delete", "/api/account/openid", signInMethods.disconnectOpenIdCall),
  call("get", "/api/account/devices", security.readDevices),
  call("delete", "/api/account/devices", security.endOtherDevicesCall),
  call("delete", "/api/account/devices/:id", security.endDeviceCall),
  call("get", "/api/account/security-events", security.readOwnEvents),
  call("get", "/api/admin/security-log", security.readSecurityLog),
  call("get", "/api/account/factors", factors.readFactorsCall),
  call("post", "/api/account/factors/passkeys/options", factors.passkeyOptionsCall),
  call("post", "/api/account/factors/passkeys", factors.addPasskeyCall),
  call("patch", "/api/account/factors/passkeys/:id", factors.renamePasskeyCall),
  call("delete", "/api/account/factors/passkeys/:id", factors.removePasskeyCall),
  call("post", "/api/account/factors/authenticator", factors.beginAuthenticatorCall),
  call("post", "/api/account/factors/authenticator/confirm", factors.confirmAuthenticatorCall),
  call("delete", "/api/account/factors/authenticator", factors.removeAuthenticatorCall),
  call("post", "/api/account/factors/recovery-codes", factors.recoveryCodesCall),
  call("get", "/api/account/proof", factors.proofMethodsCall),
  call("post", "/api/account/proof", factors.proofCall),
  call("post", "/api/account/proof/passkey", factors.proofOptionsCall),
  call("post", "/api/unsubscribe", unsubscribeCall),
  call("post", "/api/support", supportCall),
  call("post", "/api/reports", postReport),
  call("post", "/u/:token", oneClickCall),
  call("get", "/api/profile", readProfileCall),
  call("patch", "/api/profile", updateProfileCall),
  call("get", "/api/profile/show-rate", readOwnShowRateCall),
  call("get", "/api/profile/export", exportProfileCall),
  call("delete", "/api/profile", deleteProfileCall),
  call("get", "/api/profile/calendar", calendar.readCalendarLink),
  call("post", "/api/profile/calendar", calendar.makeCalendarLinkCall),
  call("delete", "/api/profile/calendar", calendar.endCalendarLinkCall),
  call("get", "/api/membership", readMembershipCall),
  call("post", "/api/payments/bitcoin-cash", beginBitcoinCashCall),
  call("get", "/api/pending-join-requests", readPending),
  call("post", "/api/pending-join-requests", changePending),
  call("get", "/api/pending-join-requests/users", users.readUsers),
  call("post", "/api/pending-join-requests/users", users.createUserCall),
  call("get", "/api/pending-join-requests/users/:id", users.readUser),
  call("put", "/api/pending-join-requests/users/:id", users.editUserCall),
  call("delete", "/api/pending-join-requests/users/:id", users.deleteUserCall),
  call("get", "/api/pending-join-requests/pending-requests", readRequests),
  call("post", "/api/pending-join-requests/pending-requests/:id/:action", decideCall),
  call("get", "/api/users", readAllUsers),
  call("post", "/api/users/merge", users.mergeCall),
  call("post", "/api/users/merge/preview", users.previewMergeCall),
  call("get", "/api/admin", readAdminEvents),
  call("post", "/api/admin", calendarCall),
  call("get", "/api/admin/events", review.readHeldEvents),
  call("post", "/api/admin/events/:eventId/publish", review.publishCall),
  call("post", "/api/admin/events/:eventId/refuse", review.refuseCall),
  call("get", "/api/admin/show-rate", readShowRateCall),
  call("get", "/api/admin/beach-board", readBeachBoard),
  call("post", "/api/admin/beach-board/hold", holdAllCall),
  call("get", "/api/admin/event-changes", changes.readEventChanges),
  call("post", "/api/admin/event-changes/:eventId/publish", changes.publishChangeCall),
  call("post", "/api/admin/event-changes/:eventId/refuse", changes.refuseChangeCall),
  call("get", "/api/admin/host-ids", review.readHostIds),
  call("post", "/api/admin/host-ids", review.issueHostIdCall),
  call("post", "/api/admin/host-ids/:id/revoke", review.revokeHostIdCall),
  call("get", "/api/admin/counts", readCounts),
  call("get", "/api/admin/proposals", readProposals),
  call("post", "/api/admin/proposals/:id/take-over", takeOverCall),
  call("post", "/api/admin/proposals/:id/dismiss", dismissProposalCall),
  call("post", "/api/admin/users/export", exportUsersCall),
  call("post", "/api/admin/users/import/preview", previewImportCall),
  call("post", "/api/admin/users/import", importUsersCall),
  call("get", "/api/admin/reports", readReports),
  call("put", "/api/admin/reports/:id", putReport),
  call("post", "/api/admin/reports/:id/notes", postReportNote),
  call("get", "/api/admin/messages", readMessages),
  call("put", "/api/admin/messages/:id/done", markMessageCall),
  call("get", "/api/admin/audit", readAudit),
  call("post", "/api/admin/audit/:id/undo", undoCall),
  call("get", "/api/admin/memberships", books.readPersonMembership),
  call("post", "/api/admin/memberships", books.recordPaymentCall),
  call("get", "/api/admin/memberships/payments", books.readBooks),
  call("post", "/api/admin/memberships/payments/export", books.exportBooksCall),
  call("get", "/api/admin/memberships/totals", books.readTotals),
  call("post", "/api/admin/memberships/payments/:id/correct", books.correctPaymentCall),
  call("post", "/api/admin/memberships/payments/:id/refund", books.refundPaymentCall),
  call("post", "/api/admin/memberships/payments/:id/assign", books.assignPaymentCall),
  ...insightsCalls,
  ...peopleCalls,
  ...deskCalls,
  call("get", "/api/admin/photos", takedowns.readPhotoRequests),
  call("get", "/api/admin/photos/:id/picture", takedowns.readHiddenPhoto),
  call("post", "/api/admin/photos/:id/:action", takedowns.decidePhotoCall),
  call("get", "/api/admin/roles", readRoles),
  call("post", "/api/admin/roles", grantRoleCall),
  call("post", "/api/admin/roles/hand-over", handOverCall),
  call("delete", "/api/admin/roles/:sub/:role", revokeRoleCall),
  call("get", "/api/admin/outbox", readOutbox),
  call("post", "/api/admin/outbox/:id/retry", retryMailCall),
  call("post", "/api/webhooks/groupme/:secret", groupMeCallback),
];
