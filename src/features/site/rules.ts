import type { App } from "#src/context/app.ts";
import type { ShareCard } from "#src/shared/share-card.server.ts";

/** What the picture of any link to the site says, where a page has none of its own. */
export function siteCard({ name, area }: App["config"]["group"]): ShareCard {
  return {
    top: area,
    heading: name,
    lines: ["Get Active. Make Friends."],
    flag: "",
    picture: "hero-volleyball",
  };
}

/** Where the picture is: the address changes with what it shows. */
export function sitePicturePath(version: string): string {
  return `/share/site/${version}.png`;
}

/** Pages that search engines should know, by their own address. Events are added to them. */
export const LISTED_PAGES: readonly string[] = [
  ..."/ /events /events?isPastEvents /join /subscribe /map /bonfire /pickleball /tournament".split(" "),
  ..."/registration-vball-tourney /salsa /dance /merch /host /feedback /support /pay /unsubscribe".split(" "),
  ..."/terms /privacy /data-deletion".split(" "),
];

/** What robots have no business with: it is personal, or made for programs. */
const PRIVATE_PATHS = [
  ..."/api/ /graphql /calendar/ /u/ /dashboard /user-dashboard /userdashboard /account /chats /admin".split(" "),
  ..."/login /logout /create /events/create".split(" "),
];

/** `/robots.txt` */
export function robotsText(siteUrl: string): string {
  const lines = PRIVATE_PATHS.map((path) => `Disallow: ${path}`);
  return `User-agent: *\n${lines.join("\n")}\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/** `/site.webmanifest`: what a phone needs to keep the site among its apps. */
export function webManifest({ name, area }: App["config"]["group"]): Record<string, unknown> {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/brand/${file}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return {
    id: "/",
    name: `${name}, ${area}`,
    short_name: name,
    description: "Events outdoors, with people to do them with.",
    lang: "en",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#fbf6ec",
    theme_color: "#fbf6ec",
    icons: [
      icon("icon-192.png", 192, "any"),
      icon("icon-512.png", 512, "any"),
      icon("icon-maskable-512.png", 512, "maskable"),
    ],
    shortcuts: [
      { name: "Events", url: "/events" },
      { name: "My dashboard", url: "/dashboard" },
    ],
  };
}
