// GET /portal/api/brands/:brandId/payouts/waiting: the approval queue, oldest first, or the waiting payouts of one file
// in the order of its lines. With the facts that an approver needs about each payout: is the account new, did it
// change, is there a second payout just like it, who made it, and how much money is left afterwards.
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { openPaymentData } from '../../../actions/payment-means/keep-payment-fields.ts';
import { mayInPortal } from '../../../domain/access/portal-permission.ts';
import type { AuditActor } from '../../../domain/audit/audit.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { BrandId } from '../../../domain/merchants/brand.ts';
import { toWire } from '../../../domain/money/money.ts';
import { wholeAccount } from '../../../domain/payment-data/recipient.ts';
import {
  GIVEN_ACCESS_COUNTS_MS,
  type GivenAccess,
  whyNotApprove,
} from '../../../domain/payouts/four-eyes.ts';
import { isUuid } from '../../../domain/text.ts';
import type { Maker, Transaction } from '../../../domain/transactions/transaction.ts';
import { listGivenAccess } from '../../../storage/access/given-access.ts';
import { balancesOf } from '../../../storage/ledger/ledger-store.ts';
import { listWaitingOfFile, sumWaitingOfFile } from '../../../storage/payouts/waiting-files.ts';
import { listWaiting, sumWaiting, sumWaitingBefore } from '../../../storage/payouts/waiting-payouts.ts';
import { type PayoutBackground, readBackgrounds } from '../../../storage/transactions/payout-recipients.ts';
import { call } from '../../calls/call.ts';
import { Currency, closed } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { amount, currency, time, WaitingPayout } from './payout-schemas.ts';
import { shownPayout } from './shown-payout.ts';

const Query = closed({
  currency: Type.Optional(Currency),
  file: Type.Optional(
    Type.String({
      pattern: '^(none|[0-9a-f]{32})$',
      description: 'Only the payouts of this file, in the order of its lines; `none`: only those of no file.',
    }),
  ),
  limit: Type.Optional(
    Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100. Default 50.' }),
  ),
  cursor: Type.Optional(Type.String({ description: '`next` of the page before.' })),
});

const Page = Type.Object(
  {
    ...pageOf(WaitingPayout, 'Payouts that wait, oldest first.').properties,
    fourEyes: Type.Boolean({ description: 'true: users may not approve payouts that they created.' }),
    totals: Type.Array(
      Type.Object({
        currency,
        count: Type.Integer({ description: 'Number of waiting payouts.' }),
        amount: amount('Sum of their amounts.'),
        oldestAt: time('When the oldest of them was created.'),
        available: amount('The available balance of the brand.'),
      }),
      { description: 'All waiting payouts, by currency.' },
    ),
  },
  { title: 'WaitingPayouts', description: 'A page of the approval queue.' },
);

export const listWaitingPayoutsCall = call({
  address: 'GET /portal/api/brands/:brandId/payouts/waiting',
  operationId: 'listWaitingPayouts',
  tags: ['Portal payouts'],
  summary: 'List payouts that wait for their approval',
  description: 'Oldest first, each with the facts that an approver needs.',
  access: 'portal',
  permission: 'payments.read',
  params: PortalBrandPath,
  querystring: Query,
  answers: { 200: { description: 'A page.', schema: Page }, ...portalErrors() },
  handle: async (context, { portal: { merchantId, brand, actor, session }, query }) => {
    const { brandId } = brand;
    const [page, totals, balances] = await Promise.all([
      readPlace(context, brand, query),
      sumWaiting(context.sql, merchantId, brandId),
      balancesOf(context.sql, merchantId, brandId),
    ]);
    const { ids, next, asked } = page;
    const since = new Date(context.now().getTime() - GIVEN_ACCESS_COUNTS_MS);
    const [payouts, backgrounds, given] = await Promise.all([
      Promise.all(ids.map((id) => context.transactions.find(merchantId, id))),
      readBackgrounds(context.sql, merchantId, ids),
      brand.fourEyes ? listGivenAccess(context.sql, merchantId, since) : [],
    ]);
    const mayApprove = mayInPortal(session.user.role, 'payouts.approve');
    const available = (of: string) => balances.find((one) => one.currency === of)?.availableMinor ?? 0n;
    // Somebody may have decided a payout between the two queries.
    const waiting = payouts.filter((one): one is Transaction => one?.status === 'PENDING');
    const left = balancesDown(waiting, available, asked);
    return {
      items: await Promise.all(
        waiting.map(async (payout, i) => ({
          ...shownPayout(payout, undefined, brand.name),
          ...approvalOf(payout.details.maker, brand.fourEyes ? { actor, given } : null),
          line: payout.details.maker?.line ?? null,
          background: shownBackground(backgrounds.get(payout.id)),
          account: mayApprove ? wholeAccount(await openPaymentData(context, payout)) : null,
          balanceAfter: toWire(left[i]!, payout.currency),
        })),
      ),
      next,
      fourEyes: brand.fourEyes,
      totals: totals.map((total) => ({
        currency: total.currency,
        count: total.count,
        amount: toWire(total.amountMinor, total.currency),
        oldestAt: total.oldestAt.toISOString(),
        available: toWire(available(total.currency), total.currency),
      })),
    };
  },
});

/** A page of ids, and the sums of its last payout and all before it in this list. */
async function readPlace({ sql }: Context, brand: BrandId, query: Static<typeof Query>) {
  const limit = Number(query.limit ?? 50);
  const { merchantId, brandId } = brand;
  if (query.file !== undefined && query.file !== 'none') {
    const fileId = query.file;
    const afterLine = readLineCursor(query.cursor);
    const found = await listWaitingOfFile(sql, brand, { fileId, afterLine, limit });
    const page = found.slice(0, limit);
    const upToLine = page.at(-1)?.line ?? 0;
    const asked = await sumWaitingOfFile(sql, brand, { fileId, upToLine });
    const next = found.length > limit ? String(upToLine) : null;
    return { ids: page.map(({ id }) => id), next, asked };
  }
  const apart = query.file === 'none';
  const after = readCursor(query.cursor);
  const currency = query.currency ?? null;
  const found = await listWaiting(sql, { merchantId, brandId, currency, apart, after, limit });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const asked = last
    ? await sumWaitingBefore(sql, { merchantId, brandId, apart }, last)
    : new Map<string, bigint>();
  return { ids: page.map(({ id }) => id), next: found.length > limit ? cursorOf(last!) : null, asked };
}

/**
 * For each payout: the balance that is left if it and all payouts before it are approved. `asked`: the sum of the last
 * payout and all before it.
 */
function balancesDown(
  waiting: readonly Transaction[],
  available: (currency: string) => bigint,
  asked: ReadonlyMap<string, bigint>,
): bigint[] {
  const behind = new Map<string, bigint>();
  return waiting
    .toReversed()
    .map(({ currency, amountMinor }) => {
      const later = behind.get(currency) ?? 0n;
      behind.set(currency, later + amountMinor);
      return available(currency) - ((asked.get(currency) ?? 0n) - later);
    })
    .toReversed();
}

/** `fourEyes`: null if the brand does not need a second approver. */
export function approvalOf(
  maker: Maker | undefined,
  fourEyes: { actor: AuditActor; given: GivenAccess[] } | null,
): { mayApprove: boolean; whyNot: 'made' | 'access' | null } {
  const why = fourEyes && maker ? whyNotApprove(maker, fourEyes.actor, fourEyes.given) : null;
  return { mayApprove: why === null, whyNot: why === 'by itself' ? null : why };
}

function shownBackground(background: PayoutBackground | undefined) {
  if (!background) return null;
  const { paidBefore, lastPaidAt, formerAccount, otherNames, nameAccount, otherAccounts, duplicates } =
    background;
  return {
    paidBefore,
    lastPaidAt: lastPaidAt?.toISOString() ?? null,
    formerAccount: formerAccount && {
      account: formerAccount.account,
      paidAt: formerAccount.paidAt.toISOString(),
    },
    otherNames,
    otherAccounts,
    nameAccount: nameAccount && { account: nameAccount.account, paidAt: nameAccount.paidAt.toISOString() },
    duplicates: duplicates.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })),
  };
}

const FOREIGN_CURSOR = 'cursor: is not from this list; take it from the page before';
const cursorOf = ({ id, createdAt }: { id: string; createdAt: Date }) => `${createdAt.getTime()}.${id}`;

function readCursor(given: string | undefined): { createdAt: Date; id: string } | null {
  if (given === undefined) return null;
  const read = /^(\d{1,14})\.([0-9a-f-]{36})$/.exec(given);
  if (!read || !isUuid(read[2]!)) throw new Refusal(400, FOREIGN_CURSOR);
  return { createdAt: new Date(Number(read[1])), id: read[2]! };
}

/** Within a file the cursor is the last line of the former page. */
function readLineCursor(given: string | undefined): number {
  if (given !== undefined && !/^\d{1,7}$/.test(given)) throw new Refusal(400, FOREIGN_CURSOR);
  return Number(given ?? 0);
}
