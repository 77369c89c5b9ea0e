// Every fault of the suite, and those that `npm test` plays.

import type { Scenario } from './play.ts';
import { BACKLOG_FAULTS } from './scenarios/backlog-faults.ts';
import { CITUS_FAULTS } from './scenarios/citus-faults.ts';
import { DATABASE_FAULTS } from './scenarios/database-faults.ts';
import { DISK_FAULTS } from './scenarios/disk-faults.ts';
import { LIBRARY_FAULTS } from './scenarios/library-faults.ts';
import { NETWORK_FAULTS } from './scenarios/network-faults.ts';
import { OUTSIDE_FAULTS } from './scenarios/outside-faults.ts';
import { PROCESS_FAULTS } from './scenarios/process-faults.ts';
import { providerFaults } from './scenarios/provider-faults.ts';
import { RELEASE_FAULTS } from './scenarios/release-faults.ts';

export const SCENARIOS: readonly Scenario[] = [
  ...DATABASE_FAULTS,
  ...DISK_FAULTS,
  ...NETWORK_FAULTS,
  ...PROCESS_FAULTS,
  ...OUTSIDE_FAULTS,
  ...providerFaults(8_000),
  ...LIBRARY_FAULTS,
  ...BACKLOG_FAULTS,
  ...CITUS_FAULTS,
  ...RELEASE_FAULTS,
];

/** Quick faults that show much, played one after the other in one world. `npm test` plays the first (how-much.ts). */
const IN_SHORT = ['commits-swallowed', 'sessions-ended', 'read-only', 'killed'];
/** The same in a second world, with merchants at Adyen and at Stripe. */
const IN_SHORT_AT_PROVIDERS = ['bank-lost-after-providers', 'bank-twice-providers'];
/** The same in a third world, with a merchant at dLocal through Prism. */
export const SHORT_AT_PRISM: readonly Scenario[] = LIBRARY_FAULTS.filter(
  ({ name }) => name === 'provider-process-killed',
);
export const SHORT: readonly Scenario[] = IN_SHORT.map((name) => SCENARIOS.find((one) => one.name === name)!);
export const SHORT_AT_PROVIDERS: readonly Scenario[] = providerFaults(2_500).filter(({ name }) =>
  IN_SHORT_AT_PROVIDERS.includes(name),
);
