import { Fragment, useState } from "react";
import { Link } from "react-router";
import { ListFrame } from "#src/features/console/components/list-frame.tsx";
import { type PagedSource, usePagedList } from "#src/features/console/components/use-paged-list.ts";
import styles from "#src/features/events/takedowns/components/photo-requests-app.module.css";
import { RequestedPhoto } from "#src/features/events/takedowns/components/requested-photo.tsx";
import type { PhotoRequest, PhotoRequests } from "#src/features/events/takedowns/schema.ts";
import { consoleFetch } from "#src/features/console/components/console-fetch.ts";
import { mailtoUrl } from "#src/shared/contact.ts";
import { counted } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button-link.tsx";
import { useMoments } from "#src/ui/moments.ts";
import { Dialog } from "#src/ui/dialog.tsx";
import { FailureNotice } from "#src/ui/notice.tsx";

type Action = "hide" | "keep" | "delete";

function stateWords({ isHidden, isShown, status }: PhotoRequest): string {
  if (status !== "open") return status === "kept" ? "Kept" : "Deleted";
  if (isHidden) return "Hidden";
  return isShown ? "Shown" : "Taken out by its host";
}

/** The other events and chats that a decision affects, because identical files are one upload. */
function AlsoIn({ otherEvents, otherEventCount, isInChat }: PhotoRequest) {
  const events = otherEventCount === 0 ? [] : [counted(otherEventCount, "other event", "other events")];
  const places = [...events, ...(isInChat ? ["a chat"] : [])];
  if (places.length === 0) return null;
  const more = otherEventCount - otherEvents.length;
  return (
    <p>
      Also in {places.join(" and ")}. What you decide counts there too.{" "}
      {otherEvents.map(({ eventId, title }, index) => (
        <Fragment key={eventId}>
          {index > 0 && ", "}
          <Link to={`/events/${eventId}`}>{title}</Link>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}

function allEvents(number: number): string {
  if (number === 1) return "the event";
  return number === 2 ? "both events" : `all ${number} events`;
}

type DeleteDialogProps = {
  events: number;
  canHide: boolean;
  isBusy: boolean;
  onDelete: () => void;
  onClose: () => void;
};

/** Confirms a deletion. A separate dialog, so that a double click cannot confirm it. */
function DeleteDialog({ events, canHide, isBusy, onDelete, onClose }: DeleteDialogProps) {
  return (
    <Dialog title="Delete this photo for good?" mayClose={() => !isBusy} onClose={onClose}>
      <p>
        It is removed from {allEvents(events)} and from storage. This can’t be undone
        {canHide ? "; hiding it can." : "."}
      </p>
      <div className={styles.actions}>
        <Button variant="quiet" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={isBusy} onClick={onDelete}>
          {isBusy ? "Deleting…" : "Delete photo"}
        </Button>
      </div>
    </Dialog>
  );
}

/** The actions for a request. */
function Actions({
  request,
  isBusy,
  onAct,
}: {
  request: PhotoRequest;
  isBusy: boolean;
  onAct: (action: Action) => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const events = request.otherEventCount + 1;
  return (
    <div className={styles.actions}>
      {request.isShown && (
        <Button variant="quiet" disabled={isBusy} onClick={() => onAct("hide")}>
          {events === 1 ? "Hide" : `Hide in ${allEvents(events)}`}
        </Button>
      )}
      <Button variant="quiet" disabled={isBusy} onClick={() => onAct("keep")}>
        {request.isHidden ? "Show again and keep" : "Keep"}
      </Button>
      <Button variant="quiet" disabled={isBusy} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <DeleteDialog
          events={events}
          canHide={request.isShown}
          isBusy={isBusy}
          onDelete={() => onAct("delete")}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

function Request({ request, onDone }: { request: PhotoRequest; onDone: (message: string) => void }) {
  const { dayWords } = useMoments();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function act(action: Action): Promise<void> {
    setIsBusy(true);
    const answer = await consoleFetch<{ message: string }>(`/api/admin/photos/${request.id}/${action}`, {
      method: "POST",
      body: {},
    });
    setIsBusy(false);
    setFailure(answer.ok ? null : answer.message);
    if (answer.ok) onDone(answer.value.message);
  }
  return (
    <li className={styles.request}>
      <RequestedPhoto request={request} />
      <div className={styles.words}>
        <p>
          <Link to={`/events/${request.eventId}`}>{request.eventTitle}</Link>
          <span className={styles.state}>{stateWords(request)}</span>
        </p>
        <p className={styles.reason}>{request.reason === "" ? "No reason given." : request.reason}</p>
        <p className="quiet">
          {request.askedBy === "" ? "Asked by a visitor" : `Asked by ${request.askedBy}`}
          {request.email !== "" && (
            <>
              {" · "}
              <a href={mailtoUrl(request.email)}>{request.email}</a>
            </>
          )}
          {" · "}
          <time dateTime={request.createdAt}>{dayWords(request.createdAt)}</time>
        </p>
        {request.status === "open" && <AlsoIn {...request} />}
        {request.status === "open" && (
          <Actions request={request} isBusy={isBusy} onAct={(action) => void act(action)} />
        )}
        <FailureNotice words={failure} />
      </div>
    </li>
  );
}

const SOURCE: PagedSource<PhotoRequests, PhotoRequest> = {
  cursor: "after",
  read: ({ requests, next }) => ({ items: requests, next }),
};

/** The organizers' list of takedown requests. */
export function PhotoRequestsApp() {
  const [isAll, setIsAll] = useState(false);
  const [word, setWord] = useState("");
  const list = usePagedList(`/api/admin/photos${isAll ? "" : "?status=open"}`, SOURCE);
  const done = (message: string) => {
    setWord(message);
    list.reload();
  };
  return (
    <section className={styles.app} aria-labelledby="photo-requests">
      <div className={styles.head}>
        <h2 id="photo-requests">Photos to take down</h2>
        <Button variant="quiet" aria-pressed={isAll} onClick={() => setIsAll(!isAll)}>
          Show decided ones too
        </Button>
      </div>
      <p role="status" className="quiet">
        {word}
      </p>
      <ListFrame list={list} what={["request", "requests"]} empty={<p>No photo requests.</p>}>
        {(requests) => (
          <ul className={styles.list}>
            {requests.map((request) => (
              <Request key={request.id} request={request} onDone={done} />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}
