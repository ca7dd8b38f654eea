import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import { useContext } from "react";
import type { Route } from "./+types/root";
import { appContext } from "#src/context/app-context.ts";
import { NonceContext } from "#src/nonce.ts";
import { siteFacts } from "#src/features/site/queries.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  return siteFacts(context.get(appContext));
}

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useContext(NonceContext);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
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

export default function Root() {
  return <Outlet />;
}
