// Two releases on one database under load. FORMER_RELEASE names the former releases (git names with commas between
// them); by default the newest one of releases.json is played. A release that works on this schema shares the database
// in an upgrade and on the way back, and no call may fail. An older release is replaced with a pause.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkOut, commitOf, type Release } from '../../../scripts/former-release.ts';
import { MIGRATIONS_DIR, readMigrations } from '../../../src/storage/schema/migrate.ts';
import type { Complain } from '../../crash/complaint.ts';
import type { Release as Released } from '../../storage/migration-rules.ts';
import type { Load } from '../load.ts';
import type { Scenario } from '../play.ts';
import type { World } from '../world.ts';

/** Payments between two steps. */
const BETWEEN = 60;

/** `ref`: the release's name in git. */
function besideFormer(name: string, ref = name): Scenario {
  let release: Release;
  return {
    name: `release-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
    promise:
      'Under load this release replaces the former, the former returns, and then this release again: no call fails. If the schemas do not ' +
      'allow both at once, there is a pause, and everything is right afterwards.',
    cannot: () => (commitOf(ref) === null ? `this git repository has no ${ref}` : null),
    async prepare() {
      release = await checkOut(ref);
      return { settings: { main: release.main }, remove: release.remove };
    },
    fault: (world, load, complain) =>
      isShareable(release)
        ? upgradeAndBack(world, load, complain, release)
        : upgradeWithPause(world, load, complain),
    recoversWithinMs: 30_000,
    quietWithinMs: 120_000,
  };
}

function isShareable({ migrations, acceptsNewer }: Release): boolean {
  const added = readMigrations(MIGRATIONS_DIR).filter(({ version }) => version > migrations);
  return acceptsNewer && added.every(({ worksFrom }) => worksFrom <= migrations);
}

async function upgradeAndBack(
  { gateways }: World,
  load: Load,
  complain: Complain,
  former: Release,
): Promise<string> {
  const before = load.failedCalls();
  const began = performance.now();
  let slowestMs = 0;
  for (const main of [undefined, former.main, undefined])
    for (const gateway of gateways) {
      const start = performance.now();
      const { how } = await gateway.replace(main);
      slowestMs = Math.max(slowestMs, performance.now() - start);
      if (how !== 0) complain('process ended', `${gateway.name} ended with ${how} when told to`);
      await load.someMore(BETWEEN, 60_000);
    }
  const after = load.failedCalls();
  const calls = after.all - before.all;
  const failed = after.failed - before.failed;
  const said = `${calls} calls in ${Math.round((performance.now() - began) / 1_000)} s, ${failed} failed; a gateway was replaced in ${(slowestMs / 1_000).toFixed(1)} s at most`;
  if (failed > 0) complain('call failed', said);
  return said;
}

async function upgradeWithPause({ gateways }: World, load: Load, complain: Complain): Promise<string> {
  const known = load.orders.length;
  for (const gateway of gateways) gateway.inService = false;
  const began = performance.now();
  const ends = await Promise.all(gateways.map((one) => one.terminate()));
  for (const { how } of ends) if (how !== 0) complain('process ended', `a former release ended with ${how}`);
  for (const gateway of gateways) {
    const { main: _former, ...settings } = gateway.settings;
    gateway.settings = settings;
  }
  await Promise.all(gateways.map((one) => one.start()));
  for (const gateway of gateways) gateway.inService = true;
  const paused = ((performance.now() - began) / 1_000).toFixed(1);
  await load.someMore(BETWEEN, 60_000);
  return `schemas too far apart for both at once: a pause of ${paused} s after ${known} orders, and no way back`;
}

function newestRelease(): Scenario[] {
  const all = JSON.parse(readFileSync(join(MIGRATIONS_DIR, 'releases.json'), 'utf8')) as Released[];
  const { release, commit } = all.findLast((one) => one.commit !== undefined) ?? {};
  return commit === undefined ? [] : [besideFormer(release!, commit)];
}

const NAMED = (process.env.FORMER_RELEASE ?? '').split(',').filter(Boolean);

export const RELEASE_FAULTS: readonly Scenario[] =
  NAMED.length > 0 ? NAMED.map((name) => besideFormer(name)) : newestRelease();
