import { useContext } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
} from "react-router";
import bricolage from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import type { Route } from "./+types/root";
import { appContext } from "#src/context/app-context.ts";
import { SessionKeeper } from "#src/features/identity/components/session-keeper.tsx";
import { PushKeeper } from "#src/features/notifications/components/push-keeper.tsx";
import { ProofKeeper } from "#src/features/factors/components/proof-keeper.tsx";
import { sessionScript } from "#src/features/identity/session.ts";
import { earlyPressScript } from "#src/ui/early-press.ts";
import { FailurePage } from "#src/features/site/components/failure-page.tsx";
import { NotFound } from "#src/features/site/components/not-found.tsx";
import { SiteShell } from "#src/features/site/components/site-shell.tsx";
import { siteFacts } from "#src/features/site/queries.server.ts";
import { useSiteFacts } from "#src/features/site/use-site-facts.ts";
import { NonceContext } from "#src/nonce.ts";
import { LOGO_WIDTH } from "#src/ui/group-mark.tsx";
import { pictureUrl } from "#src/ui/picture.tsx";
import { GroupZone } from "#src/ui/moments.ts";
import { schemeScript } from "#src/ui/color-scheme.ts";
import { useKeptScroll } from "#src/ui/use-kept-scroll.ts";
import { useLostFocus } from "#src/ui/use-lost-focus.ts";
import { readerZoneScript } from "#src/ui/reader-zone.ts";
import "#src/ui/tokens.css";
import "#src/ui/fonts.css";
import "#src/ui/global.css";

export function loader({ context, url }: Route.LoaderArgs) {
  const facts = siteFacts(context.get(appContext), url.pathname);
  return facts.isHidden ? data(facts, { status: 404 }) : facts;
}

/**
 * The root data does not depend on the query string, so changing filters must not refetch it. Explicit revalidation
 * still does.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  (currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href) && defaultShouldRevalidate;

export const links: Route.LinksFunction = () => [
  ...[figtree, bricolage].map((href) => ({
    rel: "preload",
    as: "font" as const,
    type: "font/woff2",
    crossOrigin: "anonymous" as const,
    // Low priority: fallback fonts have the same metrics, so styles and the hero image load first.
    fetchPriority: "low" as const,
    href,
  })),
  { rel: "apple-touch-icon", href: "/brand/icon-180.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

/** The icon of a tab. */
const iconOf = (logo: string | null) =>
  logo === null
    ? { type: "image/svg+xml", href: "/brand/favicon.svg" }
    : { type: "image/webp", href: pictureUrl(logo, LOGO_WIDTH) };

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext);
  const facts = useSiteFacts();
  const zoneScript = facts ? readerZoneScript(facts.noon) : "";
  return (
    // The scripts below mark this element before hydration.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: sessionScript + schemeScript + zoneScript + earlyPressScript }}
        />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf6ec" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1a21" />
        <Meta />
        <link rel="icon" {...iconOf(facts?.logo ?? null)} />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useKeptScroll();
  useLostFocus();
  return (
    <GroupZone value={loaderData.timeZone}>
      <SiteShell facts={loaderData}>
        <SessionKeeper />
        <ProofKeeper />
        <PushKeeper />
        {loaderData.isHidden ? <NotFound /> : <Outlet />}
      </SiteShell>
    </GroupZone>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const facts = useSiteFacts();
  return (
    <SiteShell facts={facts}>
      <FailurePage error={isRouteErrorResponse(error) ? error.data : undefined} />
    </SiteShell>
  );
}
