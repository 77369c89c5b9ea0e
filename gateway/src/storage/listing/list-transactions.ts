// A brand's transactions, newest first, a page at a time (contract 5). Called by GET /payments and the portal. It walks along
// the primary key, because ids are in the order of time (domain/time-ordered-id.ts): the next page begins behind the last id.
import type { Sql } from '../database.ts';
import {
  fitsAmount,
  fitsChoices,
  fitsTime,
  type PageRequest,
  pageOf,
  parameters,
  type TransactionPage,
} from './filter.ts';

export async function listTransactions(sql: Sql, request: PageRequest): Promise<TransactionPage> {
  const { values, place } = parameters();
  const rows = await sql.unsafe(
    `select t.id from transactions t where t.merchant_id = ${place(request.merchantId)}
       and ${fitsTime('t.id', request, place)} and ${fitsChoices('t', request, place)}
       and ${fitsAmount('t', request.filter, place)}
     order by t.id desc limit ${place(request.limit + 1)}`,
    values as never[],
  );
  return pageOf(
    rows.map(({ id }) => id),
    request.limit,
  );
}
