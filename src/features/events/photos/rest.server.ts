import {
  addPhoto,
  deletePhoto,
  describePhoto,
  orderPhotos,
} from "#src/features/events/photos/commands/photos.server.ts";
import { askForTakedown } from "#src/features/events/photos/commands/takedown.server.ts";
import { receiveUpload } from "#src/features/events/photos/commands/upload.server.ts";
import { PHOTOS_REFUSED, REQUEST_REFUSED } from "#src/features/events/photos/messages.ts";
import { getPhotos } from "#src/features/events/photos/queries/photos.server.ts";
import { PICTURE_MB, VIDEO_MB } from "#src/features/events/photos/rules.ts";
import {
  captionSchema,
  newPhotoSchema,
  orderSchema,
  photosSchema,
  takedownAnswerSchema,
  takedownSchema,
  uploadedSchema,
} from "#src/features/events/photos/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

export const uploadCall = endpoint({
  summary: "Send a picture or a video, for an event that one makes or whose photos one keeps",
  file: `JPEG, PNG, WebP or AVIF of at most ${PICTURE_MB} MB, or .mp4 of at most ${VIDEO_MB} MB`,
  answer: uploadedSchema,
  status: 201,
  // Whoever may make an event may send its picture.
  admit: requirePerson,
  handle: (app, person, { readFile }) => receiveUpload(app, person, readFile),
});

export const readPhotos = endpoint({
  summary: "The photos of an event",
  answer: photosSchema,
  params: ["eventId"],
  handle: (app, viewer, { params }) => getPhotos(app, viewer, params.eventId),
});

export const postPhoto = endpoint({
  summary: "Add an upload to the photos of an event (its host, organizers, hosts with a Host ID)",
  body: newPhotoSchema,
  answer: photosSchema,
  invalidMessage: PHOTOS_REFUSED,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => addPhoto(app, person, params.eventId, body),
});

export const putOrder = endpoint({
  summary: "Put the photos of an event in order; what is not named stays behind",
  body: orderSchema,
  answer: photosSchema,
  invalidMessage: PHOTOS_REFUSED,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => orderPhotos(app, person, params.eventId, body.order),
});

export const patchPhoto = endpoint({
  summary: "Say what a photo shows",
  body: captionSchema,
  answer: photosSchema,
  invalidMessage: PHOTOS_REFUSED,
  admit: requirePerson,
  params: ["eventId", "key"],
  handle: (app, person, { params, body }) => describePhoto(app, person, params.eventId, { key: params.key, ...body }),
});

export const deletePhotoCall = endpoint({
  summary: "Take a photo from an event",
  answer: photosSchema,
  admit: requirePerson,
  params: ["eventId", "key"],
  handle: (app, person, { params }) => deletePhoto(app, person, params.eventId, params.key),
});

export const takedownCall = endpoint({
  summary: "Ask the organizers to take a photo down; asked by somebody signed in, it is hidden at once",
  body: takedownSchema,
  answer: takedownAnswerSchema,
  invalidMessage: REQUEST_REFUSED,
  rateLimit: { name: "photo-takedown", max: 20, windowSeconds: 3600 },
  params: ["eventId", "key"],
  handle: (app, viewer, { params, body }) =>
    askForTakedown(app, viewer, { eventId: params.eventId, key: params.key }, body),
});
