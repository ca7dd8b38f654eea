import { data } from "react-router";
import type { Route } from "./+types/not-found";
import { NotFound } from "#src/features/site/components/not-found.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";

export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: "Page not found", path: location.pathname, isHidden: true });

export default NotFound;
