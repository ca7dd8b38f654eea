import type { App } from "#src/context/app.ts";
import { optionalPageOf } from "#src/shared/group-settings.ts";
import { uploadFacts } from "#src/shared/pictures-uploaded.ts";
import type { ShareCard } from "#src/shared/share-card.server.ts";

/** The picture of links to the site, for pages without their own. */
export function siteCard({ name, area, tagline }: App["config"]["group"]): ShareCard {
  return {
    top: area,
    heading: name,
    lines: [tagline],
    flag: "",
    picture: "hero-volleyball",
  };
}

/** The picture's path; it changes with its content. */
export function sitePicturePath(version: string): string {
  return `/share/site/${version}.png`;
}

/** Whether the settings hide the page at this path. */
export function isHiddenPage({ hiddenPages }: Pick<App["config"]["group"], "hiddenPages">, path: string): boolean {
  const page = optionalPageOf(path);
  return page !== null && hiddenPages.includes(page);
}

/** Pages for search engines, by their canonical path. Events are added to them. */
export const LISTED_PAGES: readonly string[] = [
  ..."/ /events /events?isPastEvents /join /subscribe /map /bonfire /pickleball /tournament".split(" "),
  ..."/registration-vball-tourney /salsa /dance /merch /host /feedback /support /pay /unsubscribe".split(" "),
  ..."/terms /privacy /data-deletion".split(" "),
];

/** Paths excluded from crawling: personal, or made for programs. */
const PRIVATE_PATHS = [
  ..."/api/ /graphql /calendar/ /u/ /dashboard /user-dashboard /userdashboard /account /chats /admin".split(" "),
  ..."/login /logout /create /events/create".split(" "),
];

/** `/robots.txt` */
export function robotsText(siteUrl: string): string {
  const lines = PRIVATE_PATHS.map((path) => `Disallow: ${path}`);
  return `User-agent: *\n${lines.join("\n")}\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

/** The icons of a square logo, 192 pixels or more a side, which phones want. Empty for any other. */
function logoIcons(logo = "") {
  const { width, height, widths } = uploadFacts(logo) ?? { width: 0, height: 0, widths: [] };
  if (width !== height) return [];
  return widths
    .filter((size) => size >= 192)
    .map((size) => ({
      src: `/images/${logo}-${size}.webp`,
      sizes: `${size}x${size}`,
      type: "image/webp",
      purpose: "any",
    }));
}

/** `/site.webmanifest`: lets a phone install the site as an app. */
export function webManifest({ name, area, logo }: App["config"]["group"]): Record<string, unknown> {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/brand/${file}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  const own = logoIcons(logo);
  const ours = [
    icon("icon-192.png", 192, "any"),
    icon("icon-512.png", 512, "any"),
    icon("icon-maskable-512.png", 512, "maskable"),
  ];
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
    icons: own.length > 0 ? own : ours,
    shortcuts: [
      { name: "Events", url: "/events" },
      { name: "My dashboard", url: "/dashboard" },
    ],
  };
}
