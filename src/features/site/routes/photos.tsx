import { redirect } from "react-router";

/** The photos of past events are a view of the event list. */
export function loader() {
  return redirect("/events?isPastEvents");
}
