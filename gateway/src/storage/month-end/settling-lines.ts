// Finds the line of a settlement that settles a movement of money (contract 17), as SQL for a row `t` of transfers
// beside its transaction `x`, its refund `r` and its capture `c`. What can be settled is named as in
// domain/settlements/match-line.ts. Steps of a dispute are taken in their order, because a transfer does not name its
// dispute.
import { SETTLED_KINDS } from '../../domain/month-end/cause.ts';
import { KIND } from '../ledger/activity.ts';

export const IN_SETTLED_KINDS = `in (${SETTLED_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

const LINE_KIND = `case ${KIND} when 'PAYIN' then 'charge' when 'CAPTURED' then 'charge' when 'REFUND_PAID' then 'refund'
  when 'REFUND_AT_PROVIDER' then 'refund' when 'REFUND_SENT_BACK' then 'refund-failed' when 'PAYIN_SENT_BACK' then 'dispute'
  when 'DISPUTE_WITHHELD' then 'dispute' when 'DISPUTE_GIVEN_BACK' then 'dispute-reversed' end`;

const SUBJECT = `case ${KIND} when 'PAYIN' then 'charge:' || t.transaction_id when 'CAPTURED' then 'capture:' || c.id
  when 'REFUND_PAID' then 'refund:' || r.id when 'REFUND_AT_PROVIDER' then 'refund:' || r.id
  when 'REFUND_SENT_BACK' then 'refund-failed:' || r.id when 'PAYIN_SENT_BACK' then 'returned:' || t.transaction_id end`;

/** A person may assign a line that settles nothing by itself. */
const IS_ASSIGNED = `(starts_with(l.settles, 'assigned:') and (l.refund_id is null or l.refund_id = r.id)
  and (l.capture_id is null or l.capture_id = c.id))`;

const STEP = `case when starts_with(t.kind, 'DISPUTE_') then (
  select count(*) from transfers p where p.merchant_id = $1 and p.transaction_id = t.transaction_id and p.kind = t.kind
    and p.amount_minor = t.amount_minor and p.id < t.id) else 0 end`;

const isSettled = (...subjects: string[]) =>
  `exists (select 1 from settlement_lines o where o.merchant_id = $1 and o.settles in (${subjects.join(', ')}))`;

/**
 * Money that moved and came back before any of it was settled: the provider may settle neither. `before`: the parameter
 * with the end of the month.
 */
const isEven = (before: string) => `(l.id is null and coalesce(case ${KIND}
  when 'REFUND_PAID' then r.status = 'FAILED' and r.updated_at < ${before} and not ${isSettled(`'refund:' || r.id`, `'refund-failed:' || r.id`)}
  when 'REFUND_SENT_BACK' then not ${isSettled(`'refund:' || r.id`)}
  when 'CAPTURED' then c.status = 'FAILED' and c.updated_at < ${before}
  when 'PAYIN' then (x.returned ->> 'at')::timestamptz < ${before} and not ${isSettled(`'returned:' || t.transaction_id`)}
  when 'PAYIN_SENT_BACK' then not ${isSettled(`'charge:' || t.transaction_id`)} end, false))`;

export const settlingColumns = (before: string) => `
  l.settlement_id, l.fee_minor as settled_fee_minor, l.currency as settled_currency, l.moment as settled_at,
  ${isEven(before)} as settled_even`;

export const SETTLING_LINE = `
  left join lateral (
    select l.id, l.settlement_id, l.fee_minor, l.currency, coalesce(s.paid_at, s.created_at) as moment
    from settlement_lines l join settlements s on s.merchant_id = $1 and s.id = l.settlement_id
    where l.merchant_id = $1 and l.transaction_id = t.transaction_id and l.settles is not null and l.kind = ${LINE_KIND}
      and case when starts_with(t.kind, 'DISPUTE_')
        then starts_with(l.settles, 'dispute') and abs(coalesce((l.original ->> 'amountMinor')::bigint, l.gross_minor)) = t.amount_minor
          or starts_with(l.settles, 'assigned:')
        else l.settles = ${SUBJECT} or ${IS_ASSIGNED} end
    order by starts_with(l.settles, 'assigned:'), l.id limit 1 offset ${STEP}
  ) l on ${KIND} ${IN_SETTLED_KINDS}`;
