// Finds a brand's transactions by what a person has at hand: an e-mail address, a phone number, the last four digits of a card,
// the id of a transaction, session or refund, or a reference, the merchant's or the provider's (domain/search-terms.ts says
// what a text may be). Whole values alone, upper and lower case alike. Called by the portal; the filters of the listing apply.
import { type SearchTerm, termsOfText } from '../../domain/search-terms.ts';
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

export interface SearchRequest extends PageRequest {
  /** As typed. */
  text: string;
}

/** What fits a text of each kind, of a row `t` of transactions; `$` is where the text comes in. */
const HOLDS: Record<SearchTerm['kind'], string> = {
  id: `t.id = $::uuid or t.session_id = $::uuid or exists (select 1 from refunds r
    where r.merchant_id = t.merchant_id and r.transaction_id = t.id and r.id = $::uuid)`,
  email: `lower(t.details #>> '{customer,email}') = $`,
  phone: `regexp_replace(t.details #>> '{customer,phone}', '\\D', '', 'g') = $`,
  last4: `t.card ->> 'last4' = $`,
  reference: `lower($) in (lower(t.merchant_reference), lower(t.details ->> 'paymentReference'), lower(t.user_id),
    lower(t.provider_reference)) or exists (select 1 from refunds r
    where r.merchant_id = t.merchant_id and r.transaction_id = t.id and lower(r.refund_reference) = lower($))`,
};

export async function searchTransactions(sql: Sql, request: SearchRequest): Promise<TransactionPage> {
  const { values, place } = parameters();
  const terms = termsOfText(request.text);
  if (terms.length === 0) return { ids: [], next: null };
  const holds = terms.map(({ kind, value }) => `(${HOLDS[kind].replaceAll('$', () => place(value))})`);
  const rows = await sql.unsafe(
    `select t.id from transactions t where t.merchant_id = ${place(request.merchantId)}
       and ${fitsTime('t.id', request, place)} and ${fitsChoices('t', request, place)}
       and ${fitsAmount('t', request.filter, place)} and (${holds.join(' or ')})
     order by t.id desc limit ${place(request.limit + 1)}`,
    values as never[],
  );
  return pageOf(
    rows.map(({ id }) => id),
    request.limit,
  );
}
