import { requireProvedSelf } from "#src/http/admission.server.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson, requireSignedIn } from "#src/policy/viewer.ts";
import { updateProfile } from "#src/features/profile/commands.server.ts";
import { PROFILE_INVALID } from "#src/features/profile/messages.ts";
import { exportPersonalData } from "#src/features/profile/queries/personal-data.server.ts";
import { getProfile } from "#src/features/profile/queries/profile.server.ts";
import { exportSchema, profilePatchSchema, profileSchema } from "#src/features/profile/schema.ts";

export const readProfileCall = endpoint({
  summary: "The caller's profile, permissions and notices",
  answer: profileSchema,
  admit: requireSignedIn,
  handle: (app, signedIn) => getProfile(app, signedIn),
});

export const updateProfileCall = endpoint({
  summary: "Change your own profile; phone, sex and shirt size once",
  body: profilePatchSchema,
  answer: profileSchema,
  invalidMessage: PROFILE_INVALID,
  admit: requirePerson,
  isLimitedInside: true,
  handle: (app, person, { body }) => updateProfile(app, person, body),
});

export const exportProfileCall = endpoint({
  summary: "Everything the site stores about the caller, as a file",
  answer: exportSchema,
  // Expensive and rarely needed.
  rateLimit: { name: "profile-export", max: 30, windowSeconds: 3600 },
  download: "my-data.json",
  admit: requireProvedSelf,
  handle: (app, self) => exportPersonalData(app, self),
});
