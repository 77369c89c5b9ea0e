// Asks a provider for payouts of which no news came, after an outage for example (contract 17). Once a day for each
// account. A complete payout that is at the bank, or that failed, is left as it is.
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { withRetries } from '../../storage/database/database.ts';
import {
  askedUntil,
  findByReference,
  noteAsked,
  type StoredSettlement,
} from '../../storage/settlements/settlement-store.ts';
import type { Context } from '../context.ts';
import { askProvider } from '../submission/ask-provider.ts';
import { notePayout } from './follow-payout.ts';

const DAY_MS = 86_400_000;
/** Refunds and disputes of a retired account are paid out, or taken, for a while. */
const RETIRED_MS = 90 * DAY_MS;
/** How far back the first question goes, and by how much each later one overlaps the one before. */
const FIRST_MS = 30 * DAY_MS;
const OVERLAP_MS = 10 * DAY_MS;
const MOST_PAGES = 20;
/** A payout that cannot be read must not hold back the others. After so many the provider is away. */
const MOST_UNREAD = 3;

interface Page {
  payouts: string[];
  rest: string | null;
}

export async function askForPayouts(context: Context, account: ProviderAccount): Promise<void> {
  const { merchantId, brandId, id: accountId, provider, retiredAt } = account;
  const now = context.now();
  if (retiredAt !== null && now.getTime() - retiredAt.getTime() > RETIRED_MS) return;
  const adapter = context.provider(provider, accountId);
  const payouts = adapter?.settlements?.payouts;
  if (!adapter || !payouts) return;
  const source = { merchantId, brandId, accountId, provider };
  const asked = await askedUntil(context.sql, source);
  if (asked !== null && now.getTime() - asked.getTime() < DAY_MS) return;
  const since = new Date(asked === null ? now.getTime() - FIRST_MS : asked.getTime() - OVERLAP_MS);
  let after: string | null = null;
  let unread = 0;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const from: string | null = after;
    const page: Page | { kind: 'unknown' } = await askProvider<Page>(context, adapter, (signal) =>
      payouts({ since, after: from }, signal),
    );
    if ('kind' in page) return;
    for (const reference of page.payouts) {
      const known = await findByReference(context.sql, source, reference);
      if (known !== null && isFinal(known)) continue;
      if ((await notePayout(context, adapter, source, reference)) === 'unread') unread++;
      if (unread === MOST_UNREAD) return;
    }
    if (page.rest === null) break;
    after = page.rest;
  }
  if (unread > 0) return;
  await withRetries(() => context.sql.begin((tx) => noteAsked(tx, source, now)));
}

/** A payout can fail after the provider has called it paid: then the bank sends it back. */
const isFinal = ({ isComplete, paidAt, bankEntryId, failure }: StoredSettlement): boolean =>
  isComplete && paidAt !== null && (bankEntryId !== null || failure !== null);
