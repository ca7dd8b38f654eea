// Parses one video's header in its own process: malicious tables can only block or exhaust this process. Started by
// `read-video.server.ts`, which sends everything but the samples and receives their positions.
import { createFile, MP4BoxBuffer } from "mp4box";
import type { VideoFacts, VideoToCheck } from "#src/features/events/uploads/commands/read-video.server.ts";
import { FEWEST_PIXELS_A_SIDE, LONGEST_VIDEO_SECONDS, MOST_PIXELS_A_SIDE } from "#src/features/events/uploads/rules.ts";

type Stretch = [start: number, end: number];

/** Sorts ranges and merges adjacent ones. */
function merged(stretches: Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const [start, end] of stretches.toSorted((one, other) => one[0] - other[0])) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}

/** Parses the video with a library; null if it is not playable. */
function check({ pieces }: VideoToCheck): VideoFacts | null {
  const file = createFile();
  for (const { at, bytes } of pieces) {
    const buffer = new MP4BoxBuffer(bytes.byteLength);
    new Uint8Array(buffer).set(bytes);
    buffer.fileStart = at;
    file.appendBuffer(buffer);
  }
  file.flush();
  const { tracks } = file.getInfo();
  // Keeps tracks whose codec and declared type agree, because players may go by either.
  const kept = tracks.filter(({ id, type }) => {
    const { handler } = file.getTrackById(id).mdia.hdlr;
    return (type === "video" && handler === "vide") || (type === "audio" && handler === "soun");
  });
  const picture = kept.find(({ type }) => type === "video");
  if (!picture?.track_width || !picture.track_height) return null;
  const [width, height] = [Math.round(picture.track_width), Math.round(picture.track_height)];
  const isSized = Math.min(width, height) >= FEWEST_PIXELS_A_SIDE && Math.max(width, height) <= MOST_PIXELS_A_SIDE;
  const samples = file.getTrackSamplesInfo(picture.id);
  const [first] = samples;
  const seconds = samples.reduce((sum, { duration }) => sum + duration, 0) / picture.timescale;
  if (!isSized || !first || !(seconds > 0 && seconds <= LONGEST_VIDEO_SECONDS)) return null;
  const stretches = kept.flatMap(({ id }) =>
    file.getTrackSamplesInfo(id).map(({ offset, size }): Stretch => [offset, offset + size]),
  );
  if (!stretches.every(([start, end]) => Number.isSafeInteger(start) && Number.isSafeInteger(end))) return null;
  return {
    width,
    height,
    codec: picture.codec,
    tracks: kept.map(({ id }) => id),
    samples: merged(stretches),
    first: [first.offset, first.offset + first.size],
  };
}

process.once("message", (video: VideoToCheck) => {
  let facts: VideoFacts | null = null;
  try {
    facts = check(video);
  } catch {
    // Any parse error means that it is not playable.
  }
  process.send?.(facts, () => process.exit());
});
// The parent process has exited.
process.once("disconnect", () => process.exit());
