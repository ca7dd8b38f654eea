import type { MetaDescriptor } from "react-router";
import type { SiteFacts } from "#src/features/site/queries.server.ts";

type Matches = readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[];

/** The site facts in `meta`'s arguments. */
function factsOf(matches: Matches): SiteFacts | undefined {
  return matches.find((match) => match?.id === "root")?.loaderData as SiteFacts | undefined;
}

/** The site's public address, without a trailing slash. */
export function siteOrigin(matches: Matches): string {
  return factsOf(matches)?.publicUrl ?? "";
}

/** Where the group is. */
export function areaName(matches: Matches): string {
  return factsOf(matches)?.areaName ?? "";
}

type PageMeta = {
  /** Without the group's name, which is appended; if omitted, the group's name alone. */
  title?: string;
  description?: string;
  /** The page's canonical path. */
  path: string;
  /** 1200 × 630 unless specified; defaults to the site's picture. */
  image?: { path: string; alt: string; width?: number; height?: number };
  /** Excludes the page from search engines. */
  isHidden?: boolean;
};

const NO_INDEX = { name: "robots", content: "noindex" };

/** Title, description, canonical address and preview of a page. */
export function pageMeta(
  matches: Matches,
  { title, description, path, image, isHidden = false }: PageMeta,
): MetaDescriptor[] {
  const facts = factsOf(matches);
  if (facts?.isHidden) return [{ title: `Page not found — ${facts.groupName}` }, NO_INDEX];
  const group = facts ? `${facts.groupName}, ${facts.areaName}` : "";
  const fullTitle = [title, title ? facts?.groupName : group].filter(Boolean).join(" — ");
  const meta: MetaDescriptor[] = [{ title: fullTitle }];
  if (description) meta.push({ name: "description", content: description });
  if (isHidden) return [...meta, NO_INDEX];
  const origin = siteOrigin(matches);
  meta.push(
    { tagName: "link", rel: "canonical", href: origin + path },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: group },
    { property: "og:title", content: title ?? group },
    { property: "og:url", content: origin + path },
  );
  if (description) meta.push({ property: "og:description", content: description });
  const picture: NonNullable<PageMeta["image"]> = image ?? {
    path: facts?.picturePath ?? "",
    alt: `${group}: ${facts?.tagline ?? ""}`,
  };
  meta.push(
    { property: "og:image", content: origin + picture.path },
    { property: "og:image:width", content: String(picture.width ?? 1200) },
    { property: "og:image:height", content: String(picture.height ?? 630) },
    { property: "og:image:alt", content: picture.alt },
    { name: "twitter:card", content: "summary_large_image" },
  );
  return meta;
}
