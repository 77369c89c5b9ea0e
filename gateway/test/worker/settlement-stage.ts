// A gateway without loops, and a brand with an account at a provider that does not exist. The test decides what the
// provider pays out, in which pages, and when it does not answer. The test makes each turn of the workers.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ProviderDeclaration, SettlementSource } from '@tollgate/provider-kit';
import type { ReportedLine, ReportedPayout } from '../../src/domain/settlements/settlement.ts';
import { sweepDueNotifications } from '../../src/worker/due-notifications.ts';
import { askForMissedPayouts, sweepDueSettlements } from '../../src/worker/due-settlements.ts';
import { aCardPayin, startTestGateway } from '../stage/harness.ts';
import { GOOD_KEY, type MadeUpNotification, NORTHWIND, WEBHOOK_KEY } from '../stage/made-up-provider.ts';

export const MINUTE_MS = 60_000;
export const DAY_MS = 1_440 * MINUTE_MS;

/** A pay-in of this amount has no answer until `complete`. */
export const LATE_MINOR = 7_700n;

/** What the provider says of a payout. */
export interface MadeUpPayout {
  payout: ReportedPayout;
  /** A function: it answers what it returns, or throws. 'not-yet', 'none': there is no list. */
  pages: readonly (ReportedLine[] | (() => Promise<ReportedLine[]>))[] | 'not-yet' | 'none';
}

export interface Books {
  payouts: Map<string, MadeUpPayout>;
  /** It answers nothing. */
  isAway: boolean;
  /** `reference after` of each question for lines. */
  asked: string[];
}

const shown = <T>({ isAway }: Books, value: T): T => {
  if (isAway) throw new Error('the provider is away');
  return value;
};

export function sourceOf(books: Books): SettlementSource {
  return {
    payouts: async () => shown(books, { payouts: [...books.payouts.keys()], rest: null }),
    payout: async (reference) => shown(books, books.payouts.get(reference)?.payout ?? null),
    async linesOf(reference, after) {
      books.asked.push(`${reference} ${after}`);
      const { pages } = shown(books, books.payouts.get(reference)!);
      if (typeof pages === 'string') return pages;
      const at = after === null ? 0 : Number(after);
      const page = pages[at]!;
      const lines = typeof page === 'function' ? await page() : page;
      return { lines, rest: at + 1 < pages.length ? String(at + 1) : null };
    },
    /** A report is JSON: payouts with their lines. */
    async *readReport(bytes) {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(piece);
      const report = JSON.parse(Buffer.concat(pieces).toString('utf8'), withAmounts) as Reported[];
      for (const { reference, lines } of report)
        yield { payout: books.payouts.get(reference)!.payout, lines };
    },
  };
}

interface Reported {
  reference: string;
  lines: ReportedLine[];
}

/** A report of these lines, as `readReport` reads them. */
export const reportOf = (report: readonly Reported[]): string =>
  JSON.stringify(report, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));

function withAmounts(_: string, value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
}

/** A provider that tells what it pays out; its notifications name a payout. */
const paying = (books: Books): ProviderDeclaration => ({
  ...NORTHWIND,
  connect(account, ...rest) {
    const northwind = NORTHWIND.connect(account, ...rest);
    return {
      ...northwind,
      // A payment is sent only if its answer can come before it is due.
      deadlineMs: 10_000,
      settlements: sourceOf(books),
      payIn: (transaction, ...given) =>
        transaction.amountMinor === LATE_MINOR
          ? Promise.resolve({ kind: 'unknown' })
          : northwind.payIn(transaction, ...given),
      async readNews(item, signal) {
        const { kind, reference } = JSON.parse(item.body);
        return kind === 'payout'
          ? { about: 'settlement', payout: reference }
          : northwind.readNews(item, signal);
      },
    };
  },
});

export async function openSettlementStage(t: Pick<TestContext, 'after'>) {
  const books: Books = { payouts: new Map(), isAway: false, asked: [] };
  const lines: string[] = [];
  const gate = await startTestGateway(t, { workers: false, providerKinds: [paying(books)], lines });
  const { context } = gate.gateway;
  const ask = askForMissedPayouts(context);
  return {
    ...gate,
    books,
    lines,
    context,
    /** One turn of the loop for settlements that are due. */
    look: () => sweepDueSettlements(context),
    /** One turn of the loop that asks for payouts of which no news came. */
    ask,
    /** One turn of the loop that applies notifications. */
    apply: () => sweepDueNotifications(context),
    shop: async () => await openShop(gate),
  };
}

export type SettlementStage = Awaited<ReturnType<typeof openSettlementStage>>;
export type Shop = Awaited<ReturnType<SettlementStage['shop']>>;

/** A brand with an account at the provider. */
async function openShop(gate: Awaited<ReturnType<typeof startTestGateway>>) {
  const brand = await gate.createBrand();
  const operator = (method: string, path: string, body?: unknown) =>
    gate.operator(method, `/operator/brands/${brand.brandId}/${path}`, body);
  const connected = await operator('PUT', 'providers/northwind', {
    environment: 'test',
    credentials: { apiKey: GOOD_KEY, merchantAccount: 'HarbourEU', hmacKeys: [WEBHOOK_KEY] },
  });
  assert.equal(connected.status, 200, connected.text);
  const accountId: string = connected.body.accountId;
  const post = async (told: Omit<MadeUpNotification, 'key'>): Promise<void> => {
    const body = [{ ...told, key: crypto.randomUUID() }];
    const headers = { 'northwind-signature': WEBHOOK_KEY };
    const address = `/providers/northwind/notifications/${accountId}`;
    const answer = await gate.call('POST', address, { headers, body });
    assert.equal(answer.status, 200, answer.text);
  };
  return {
    ...brand,
    accountId,
    operator,
    /** A card pay-in that Northwind takes. Answers its id. */
    async pay(amount = 25, fields: Record<string, unknown> = {}): Promise<string> {
      const { apiKey } = brand;
      const answer = await gate.call('POST', '/v3/payment', {
        apiKey,
        body: aCardPayin({ amount, ...fields }),
      });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.result.transactionId;
    },
    /** Posts a notification about a payout. */
    tell: (reference: string) => post({ kind: 'payout', news: 'nothing', reference }),
    /** Posts the notification that completes a pay-in of LATE_MINOR. */
    complete: (reference: string) =>
      post({
        kind: 'charge',
        news: 'charge',
        reference,
        amountMinor: Number(LATE_MINOR),
        outcome: { kind: 'completed', providerReference: 'nw-late' },
      }),
    /** The settlement with this reference, and its lines. */
    async settled(reference: string) {
      const all = (await operator('GET', 'settlements')).body;
      const settlement = all.find((one: { reference: string }) => one.reference === reference) ?? null;
      if (!settlement) return null;
      return {
        ...settlement,
        all: (await operator('GET', `settlements/${settlement.settlementId}/lines?limit=100`)).body,
      };
    },
    report: (text: string) =>
      gate.call('POST', `/operator/brands/${brand.brandId}/settlements?provider=northwind`, {
        headers: {
          'content-type': 'text/csv',
          authorization: `Bearer ${gate.gateway.context.operatorToken}`,
        },
        body: text,
      }),
  };
}

export const aPayout = (reference: string, fields: Partial<ReportedPayout> = {}): ReportedPayout => ({
  reference,
  currency: 'EUR',
  netMinor: null,
  paidAt: new Date('2026-03-03T06:00:00.000Z'),
  failure: null,
  bankWords: [],
  ...fields,
});

export function aLine(key: string, fields: Partial<ReportedLine> = {}): ReportedLine {
  const { grossMinor = 2_500n, feeMinor = 60n } = fields;
  return {
    key,
    kind: 'charge',
    word: 'charge',
    charge: null,
    modification: null,
    payment: null,
    providerReference: null,
    grossMinor,
    feeMinor,
    netMinor: grossMinor - feeMinor,
    currency: 'EUR',
    original: null,
    occurredAt: null,
    ...fields,
  };
}
