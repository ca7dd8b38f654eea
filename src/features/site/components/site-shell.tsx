import { NavigationProgress } from "#src/features/site/components/navigation-progress.tsx";
import { OfflineNote } from "#src/features/site/components/offline-note.tsx";
import { SiteFooter } from "#src/features/site/components/site-footer.tsx";
import { SiteHeader } from "#src/features/site/components/site-header.tsx";
import styles from "#src/features/site/components/site-shell.module.css";
import type { SiteFacts } from "#src/features/site/queries.server.ts";

/** The frame of every page. Renders without a name if the site facts failed to load. */
export function SiteShell({ facts, children }: { facts: SiteFacts | undefined; children: React.ReactNode }) {
  const names = { groupName: facts?.groupName ?? "Home", areaName: facts?.areaName ?? "" };
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <NavigationProgress />
      <SiteHeader {...names} logo={facts?.logo ?? null} />
      <OfflineNote />
      <div className={styles.content}>{children}</div>
      <SiteFooter {...names} socialLinks={facts?.socialLinks ?? []} contactEmail={facts?.contactEmail ?? null} />
    </div>
  );
}
