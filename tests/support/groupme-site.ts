import { type FakeGroupMe, startFakeGroupMe } from "#tests/fakes/groupme/fake-groupme.ts";
import type { FakeGroup } from "#tests/fakes/groupme/fake-state.ts";
import { type FaultyService, startFaultyService } from "#tests/support/faulty-service.ts";
import { startTestSite, type TestSite } from "#tests/support/test-site.ts";
import { NOW } from "#tests/support/town.ts";

/** The whole site with chats of GroupMe, over a socket, behind a door that can be made to stick. */
export type GroupMeSite = TestSite & {
  readonly fake: FakeGroupMe;
  readonly door: FaultyService;
  readonly volleyball: FakeGroup;
};

export async function startGroupMeSite(settings: Record<string, string> = {}): Promise<GroupMeSite> {
  const clock: { site?: TestSite } = {};
  const fake = await startFakeGroupMe({ now: () => clock.site?.app.clock.now() ?? new Date(NOW) });
  const volleyball = fake.addGroup("Beach Volleyball");
  const door = await startFaultyService(new URL(fake.url).origin);
  const site = await startTestSite({
    RATE_LIMIT_FACTOR: "1000",
    CHAT: "groupme",
    GROUPME_TOKEN: fake.token,
    GROUPME_URL: `${door.url}/v3/`,
    ...settings,
  });
  clock.site = site;
  return {
    ...site,
    fake,
    door,
    volleyball,
    async close() {
      await site.close();
      await door.close();
      await fake.close();
    },
  };
}
