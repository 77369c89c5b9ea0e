// The authorised payments of a brand: those whose money is held and waits for a capture or a void (contract 16). An
// index holds only these. This file only reads.
import type { Sql } from '../database/database.ts';
import { parameters } from '../database/parameters.ts';
import {
  fitsAmount,
  fitsChoices,
  fitsTime,
  type PageRequest,
  pageOf,
  type TransactionPage,
} from '../listing/filter.ts';

/** The time at which `t` lapses. */
const LAPSES_AT = `(t.authorized ->> 'captureBefore')::timestamptz`;
const HELD = `t.status = 'PROCESSING' and t.authorized is not null`;
/** Something can still be captured, so its lapse loses money. */
const CAPTURABLE = `not (t.authorized ->> 'isFinal')::boolean
       and (t.authorized ->> 'amountMinor')::bigint > (t.authorized ->> 'capturedMinor')::bigint
         + (t.authorized ->> 'pendingMinor')::bigint`;

/** A page of the authorised payments. */
export interface HeldRequest extends PageRequest {
  /** null: however much time is left. */
  lapsesBefore: Date | null;
}

/** The first to lapse comes first. The filters of the listing apply. */
export async function listHeld(sql: Sql, request: HeldRequest): Promise<TransactionPage> {
  const { values, place } = parameters();
  const { merchantId, before, limit, lapsesBefore } = request;
  const merchant = `${place(merchantId)}::uuid`;
  const fits = [
    fitsChoices('t', request, place),
    fitsTime('t.id', { ...request, before: null }, place),
    fitsAmount('t', request, place),
  ];
  if (lapsesBefore) fits.push(`${LAPSES_AT} < ${place(lapsesBefore)}::timestamptz and ${CAPTURABLE}`);
  // The last one of the page before is found also if it has been captured meanwhile.
  if (before !== null) {
    const id = `${place(before)}::uuid`;
    fits.push(`(${LAPSES_AT}, t.id) > (
       select ${LAPSES_AT}, t.id from transactions t where t.merchant_id = ${merchant} and t.id = ${id})`);
  }
  const rows = await sql.unsafe(
    `select t.id from open_work w
     join transactions t on t.merchant_id = w.merchant_id and t.id = w.transaction_id
     where w.merchant_id = ${merchant} and w.capture_before is not null and ${fits.join(' and ')}
     order by w.capture_before, t.id limit ${place(limit + 1)}`,
    values as never[],
  );
  return pageOf(
    rows.map(({ id }) => id),
    limit,
  );
}

/** Which of these transactions are authorised, in their order. */
export async function onlyHeld(
  sql: Sql,
  merchantId: string,
  ids: readonly string[],
  lapsesBefore: Date | null,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sql.unsafe(
    `select t.id from transactions t where t.merchant_id = $1 and t.id = any($2::uuid[]) and ${HELD}
       and ($3::timestamptz is null or ${LAPSES_AT} < $3::timestamptz and ${CAPTURABLE})`,
    [merchantId, ids as string[], lapsesBefore],
  );
  const held = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => held.has(id));
}
