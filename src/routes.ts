import { type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

// THE SITE MAP: every address → the file that answers it. Aliases stand in one line with the page they lead to.

function page(paths: readonly string[], file: string): RouteConfigEntry[] {
  return paths.map((path, index) =>
    index === 0 ? route(path, file) : route(path, file, { id: `${file} as ${path}` }),
  );
}

export default [
  ...page(["/", "/home"], "features/site/routes/landing.tsx"),
  ...page(["/events"], "features/events/routes/event-list.tsx"),
  ...page(["/events/:eventId"], "features/events/routes/event-page.tsx"),
  ...page(["/join", "/join/:eventId", "/connect"], "features/join/routes/join-page.tsx"),
  ...page(["/tos", "/terms"], "features/site/routes/terms.tsx"),
  ...page(["/privacy"], "features/site/routes/privacy.tsx"),
  ...page(["/data-deletion", "/deletion"], "features/site/routes/data-deletion.tsx"),
  ...page(["/photos"], "features/site/routes/photos.tsx"),
  ...page(["/logout"], "features/site/routes/logout.tsx"),
  // Named by the navigation or the wizard, and not built yet: each says so honestly (404) and leads on.
  ...page(
    ["/login", "/dashboard", "/chats", "/subscribe", "/unsubscribe", "/create", "/create-event"],
    "features/site/routes/opening-soon.tsx",
  ),
  ...page(["*"], "features/site/routes/not-found.tsx"),
] satisfies RouteConfig;
