import {
  addPhoto,
  deletePhoto,
  describePhoto,
  orderPhotos,
} from "#src/features/events/photos/commands/photos.server.ts";
import { PHOTOS_REFUSED } from "#src/features/events/photos/messages.ts";
import { getPhotos } from "#src/features/events/photos/queries.server.ts";
import { captionSchema, newPhotoSchema, orderSchema, photosSchema } from "#src/features/events/photos/schema.ts";
import { endpoint } from "#src/http/endpoint.server.ts";
import { requirePerson } from "#src/policy/viewer.ts";

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
  summary: "Reorder an event's photos; omitted ones come last",
  body: orderSchema,
  answer: photosSchema,
  invalidMessage: PHOTOS_REFUSED,
  admit: requirePerson,
  params: ["eventId"],
  handle: (app, person, { params, body }) => orderPhotos(app, person, params.eventId, body.order),
});

export const patchPhoto = endpoint({
  summary: "Set a photo's caption",
  body: captionSchema,
  answer: photosSchema,
  invalidMessage: PHOTOS_REFUSED,
  admit: requirePerson,
  params: ["eventId", "key"],
  handle: (app, person, { params, body }) => describePhoto(app, person, params.eventId, { key: params.key, ...body }),
});

export const deletePhotoCall = endpoint({
  summary: "Remove a photo from an event",
  answer: photosSchema,
  admit: requirePerson,
  params: ["eventId", "key"],
  handle: (app, person, { params }) => deletePhoto(app, person, params.eventId, params.key),
});
