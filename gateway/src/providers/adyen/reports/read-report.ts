// Adyen's settlement details report (contract 17), as payouts with their lines. A batch is a payout; a batch that pays
// out several currencies is one payout for each. It reads the report twice: all of it is checked, and every payout is
// known, before the first line is told. So the order of rows, columns and batches changes nothing.
import { type ReportedPart, type ReportedPayout, ReportFault } from '@tollgate/provider-kit';
import { type HeldReport, holdReport, rowsOf } from './csv-rows.ts';
import { COLUMNS, type RowParts, readSettlementRow, type SettlementRow } from './settlement-row.ts';

const MOST_WAITING_LINES = 1_000;
/** A year has some hundred batches for each currency. Each payout costs several questions to the database. */
const MOST_PAYOUTS = 5_000;
/** The largest sum that the database holds. */
const LARGEST = 2n ** 63n - 1n;

/** What a batch says of one of its currencies. */
interface Summary {
  statedMinor: bigint | null;
  paidAt: Date | null;
  /** The amounts of its lines, all added. */
  moved: bigint;
}

export async function* readReport(
  bytes: AsyncIterable<Uint8Array>,
  parts: RowParts,
): AsyncGenerator<ReportedPart> {
  const report = await holdReport(bytes);
  const payouts = await payoutsIn(report, parts);
  const untold = new Set(payouts.values());
  let waiting = new Map<ReportedPayout, ReportedPart>();
  let count = 0;
  const unknown = new Set<string>();
  const unknownValue = (field: string, value: string) => {
    const size = unknown.size;
    if (unknown.add(`${field} ${value}`).size > size) parts.unknownValue(field, value);
  };
  const occurrences = new Map<string, number>();
  for await (const row of settlementRows(report, { ...parts, unknownValue })) {
    if (row.kind === 'payout') continue;
    const payout = payouts.get(placeOf(row))!;
    // Fee lines can be alike, so the same content is counted within its batch.
    const content = `${row.batch}:${row.content()}`;
    const nth = (occurrences.get(content) ?? 0) + 1;
    occurrences.set(content, nth);
    const part = waiting.get(payout) ?? { payout, lines: [] };
    part.lines.push({ key: `${content}:${nth}`, ...row.line });
    waiting.set(payout, part);
    untold.delete(payout);
    count += 1;
    if (count < MOST_WAITING_LINES) continue;
    yield* waiting.values();
    waiting = new Map();
    count = 0;
  }
  yield* waiting.values();
  for (const payout of untold) yield { payout, lines: [] };
}

const placeOf = ({ batch, currency }: Pick<SettlementRow, 'batch' | 'currency'>) => `${batch}-${currency}`;

async function* settlementRows(report: HeldReport, parts: RowParts): AsyncGenerator<SettlementRow> {
  for await (const row of rowsOf(report, COLUMNS)) yield readSettlementRow(row, parts);
}

/** By batch and currency. */
async function payoutsIn(report: HeldReport, parts: RowParts): Promise<Map<string, ReportedPayout>> {
  const batches = new Map<string, Map<string, Summary>>();
  let count = 0;
  for await (const row of settlementRows(report, { ...parts, unknownValue: () => {} })) {
    const batch = batches.get(row.batch) ?? new Map<string, Summary>();
    batches.set(row.batch, batch);
    if (!batch.has(row.currency) && ++count > MOST_PAYOUTS)
      throw new ReportFault(
        `the report has more than ${MOST_PAYOUTS} payouts; make reports of fewer batches`,
      );
    const summary = batch.get(row.currency) ?? { statedMinor: null, paidAt: null, moved: 0n };
    batch.set(row.currency, withRow(summary, row));
  }
  if (batches.size === 0) throw new ReportFault('the report has no lines');
  const payouts = new Map<string, ReportedPayout>();
  for (const [batch, summaries] of batches) {
    for (const [currency, { statedMinor, paidAt }] of summaries) {
      const place = placeOf({ batch, currency });
      payouts.set(place, {
        // A report has all rows of a batch, so a batch has the same reference in every report.
        reference: summaries.size === 1 ? batch : place,
        currency,
        netMinor: statedMinor,
        paidAt,
        failure: null,
        bankWords: [batch, parts.merchantAccount],
      });
    }
  }
  return payouts;
}

function withRow({ statedMinor, paidAt, moved }: Summary, row: SettlementRow): Summary {
  const amount = row.kind === 'payout' ? row.paidMinor : sizeOf(row.line);
  const after = moved + (amount < 0n ? -amount : amount);
  if (after > LARGEST) throw new ReportFault(`the amounts of batch ${row.batch} are too large`);
  if (row.kind === 'line') return { statedMinor, paidAt, moved: after };
  const isLater = row.at !== null && (paidAt === null || row.at > paidAt);
  return {
    statedMinor: (statedMinor ?? 0n) + row.paidMinor,
    paidAt: isLater ? row.at : paidAt,
    moved: after,
  };
}

const sizeOf = ({ grossMinor, feeMinor }: { grossMinor: bigint; feeMinor: bigint }) =>
  (grossMinor < 0n ? -grossMinor : grossMinor) + (feeMinor < 0n ? -feeMinor : feeMinor);
