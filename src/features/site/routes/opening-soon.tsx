import { data, useLocation } from "react-router";
import type { Route } from "./+types/opening-soon";
import { OpeningSoon } from "#src/features/site/components/opening-soon.tsx";
import { pageMeta } from "#src/features/site/page-meta.ts";

const NAMES: Readonly<Record<string, string>> = {
  "/admin": "Admin console",
  "/admin-login": "Admin console",
};

function nameOf(pathname: string): string {
  return NAMES[pathname.replace(/\/+$/, "")] ?? "This page";
}

export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { title: `${nameOf(location.pathname)} opens soon`, path: location.pathname, isHidden: true });

export default function OpeningSoonPage() {
  return <OpeningSoon name={nameOf(useLocation().pathname)} />;
}
