// The part of the proof about stories (ledger-checks.ts has the part about money): every status change and every step
// after the end has its place and its webhook event, and every unfinished transaction has its open work. It only reads.
import { MOST_ATTEMPTS } from '../../domain/transactions/attempt.ts';
import type { LedgerCheck } from './ledger-checks.ts';

/**
 * Each step after the end has a webhook event: a refund when the gateway makes it, when it is COMPLETED and when it
 * fails; each step of a dispute or a mandate; a return.
 */
const STEPS_AFTER_END = `
  select merchant_id, transaction_id,
    (origin = 'merchant')::integer + (completed_at is not null)::integer + (status = 'FAILED')::integer as steps
  from refunds
  union all
  select merchant_id, transaction_id, steps from disputes
  union all
  select merchant_id, first_transaction_id, steps from mandates
  union all
  select merchant_id, id, 1 from transactions where returned is not null`;

/**
 * Each capture has an event when it completes and when it fails. While its pay-in is open, the timeline has an entry
 * with the same number. A capture that completes its pay-in has none: the entry belongs to the event that follows. A
 * later one has none either.
 */
const CAPTURES_WITHOUT_ENTRY = `
  select event.merchant_id, event.transaction_id, 1 as steps
  from (select distinct merchant_id, transaction_id from captures) as own
  join webhook_events as event on event.merchant_id = own.merchant_id and event.transaction_id = own.transaction_id
  where position('"eventType":"capture.' in left(event.body, 100)) > 0
    and not exists (select from timeline as entry where entry.merchant_id = event.merchant_id
      and entry.transaction_id = event.transaction_id and entry.sequence = event.sequence)
    and exists (select from timeline as entry where entry.merchant_id = event.merchant_id
      and entry.transaction_id = event.transaction_id and entry.sequence <= event.sequence + 1
      and entry.to_status = 'COMPLETED')`;
const STEPS_WITHOUT_ENTRY = `${STEPS_AFTER_END} union all ${CAPTURES_WITHOUT_ENTRY}`;
const eventsWithoutEntry = `(select merchant_id, transaction_id, sum(steps) as steps from (${STEPS_WITHOUT_ENTRY}) as without_entry
        group by merchant_id, transaction_id)`;
const eventsAfterEnd = `(select merchant_id, transaction_id, sum(steps) as steps from (${STEPS_AFTER_END}) as after_end
        group by merchant_id, transaction_id)`;

const lastEntry = (merchantId: string, transactionId: string, before = '') =>
  `(select to_status from timeline where merchant_id = ${merchantId} and transaction_id = ${transactionId} ${before}
          order by sequence desc limit 1)`;

export const STORY_CHECKS: readonly LedgerCheck[] = [
  {
    proves:
      'the webhook events of a transaction are numbered 1, 2, 3 … up to its sequence, and so is its timeline until its end',
    // Steps after the end have only events, and so have some steps of captures. The next three checks prove that no row
    // is missing, so this check only proves that there are no additional rows. It compares two counts once, and
    // searches for the row only if they differ (a "one-time filter").
    of: 'transactions',
    needsEvents: true,
    query: `
      select merchant_id, format('transaction %s: %s, %s timeline entries (%s to %s), %s webhook events (%s to %s)', transaction_id,
        coalesce('sequence ' || t.sequence, 'it is not stored'), coalesce(s.times, 0), s.first, s.last,
        coalesce(e.times, 0), e.first, e.last) ||
        coalesce(', ' || r.steps || case when t.authorized is null then ' of them after its end' else ' of them without an entry' end, '')
        as fault
      from (select merchant_id, id as transaction_id, sequence, authorized from transactions) as t
      full join (
        select merchant_id, transaction_id, count(*) as times, min(sequence) as first, max(sequence) as last
        from timeline group by merchant_id, transaction_id
      ) as s using (merchant_id, transaction_id)
      full join (
        select merchant_id, transaction_id, count(*) as times, min(sequence) as first, max(sequence) as last
        from webhook_events group by merchant_id, transaction_id
      ) as e using (merchant_id, transaction_id)
      left join ${eventsWithoutEntry} as r using (merchant_id, transaction_id)
      where ((select coalesce(sum(sequence), 0) from transactions) <> (select count(*) from webhook_events)
          or (select count(*) from timeline) + (select coalesce(sum(steps), 0) from (${STEPS_WITHOUT_ENTRY}) as without_entry)
            <> (select count(*) from webhook_events))
        and (t.sequence is null
          or t.sequence <> coalesce(s.times, 0) + coalesce(r.steps, 0) or t.sequence <> coalesce(e.times, 0)
          or s.first <> 1 or (s.last <> s.times and t.authorized is null) or e.first <> 1 or e.last <> e.times)`,
  },
  {
    proves: 'the timeline leads from INIT step by step to the status of its transaction',
    // The timeline of a pay-in with captures or a mandate leaves out some numbers. Only if an entry does not fit, the
    // check looks for the entry before it.
    of: 'transactions',
    query: `
      select t.merchant_id, format('transaction %s: is %s, but its timeline ends in %s', t.id, t.status,
        coalesce(last.to_status, 'INIT')) as fault
      from transactions as t
      left join ${eventsAfterEnd} as r on r.merchant_id = t.merchant_id and r.transaction_id = t.id
      left join timeline as last
        on last.merchant_id = t.merchant_id and last.transaction_id = t.id
        and last.sequence = t.sequence - coalesce(r.steps, 0)
      where t.status <> coalesce(last.to_status, 'INIT')
        and (t.authorized is null or t.status <> coalesce(${lastEntry('t.merchant_id', 't.id')}, 'INIT'))
      union all
      select entry.merchant_id, format('transaction %s: entry %s of its timeline starts from %s, the one before ended in %s',
        entry.transaction_id, entry.sequence, entry.from_status,
        coalesce(former.to_status, case entry.sequence when 1 then 'INIT' else '(there is none)' end)) as fault
      from timeline as entry
      left join timeline as former on former.merchant_id = entry.merchant_id
        and former.transaction_id = entry.transaction_id and former.sequence = entry.sequence - 1
      where (entry.from_status <> coalesce(former.to_status, 'INIT') or (former.sequence is null and entry.sequence <> 1))
        and not (former.sequence is null and (exists (
              select from captures where merchant_id = entry.merchant_id and transaction_id = entry.transaction_id)
            or exists (select from mandates where merchant_id = entry.merchant_id
              and first_transaction_id = entry.transaction_id and steps > 0))
          and entry.from_status = ${lastEntry('entry.merchant_id', 'entry.transaction_id', 'and sequence < entry.sequence')})`,
  },
  {
    proves: 'the steps of a transaction follow its opening without a gap',
    of: 'transactions',
    query: `
      select s.merchant_id, format('transaction %s: %s steps (version %s to %s) after version %s of its opening',
        s.transaction_id, s.times, s.first, s.last, coalesce(o.version::text, '(there is none)')) as fault
      from (
        select merchant_id, transaction_id, count(*) as times, min(version) as first, max(version) as last
        from steps group by merchant_id, transaction_id
      ) as s
      left join openings as o on o.merchant_id = s.merchant_id and o.id = s.transaction_id
      where o.id is null or s.first <> o.version + 1 or s.last <> o.version + s.times`,
  },
  {
    proves:
      'each unfinished transaction has open work that a worker or a person will do; a finished one has none',
    of: 'transactions',
    query: `
      select coalesce(t.merchant_id, w.merchant_id) as merchant_id, format('transaction %s is %s (%s), its open work: %s',
        coalesce(t.id, w.transaction_id), coalesce(t.status, 'over or not stored'), coalesce(t.error_code, 'no code'),
        case when w.transaction_id is null then 'none' else concat(w.status, ' (', coalesce(w.error_code, 'no code'), ')',
          case when w.due_at is null then ', never due' end) end) as fault
      from (
        select merchant_id, id, status, error_code, authorized from transactions where status in ('INIT', 'PENDING', 'PROCESSING')
      ) as t
      full join open_work as w
        on w.merchant_id = t.merchant_id and w.transaction_id = t.id
      where t.id is null or w.transaction_id is null or w.status <> t.status
         or w.error_code is distinct from t.error_code
         or w.due_at is null and (w.status <> 'PROCESSING' or w.error_code is distinct from '9001')
           -- the end of a pending capture makes it due again
           and not coalesce(t.authorized ->> 'pendingMinor' <> '0', false)`,
  },
  {
    proves: 'every entry of a timeline has its webhook event, which reports the same status',
    // The body begins with eventId and eventType (domain/webhooks/webhook-event.ts), so there is no need to parse all
    // of it. An authorisation has an event of its own, and so has each step of a capture while its pay-in is open.
    of: 'transactions',
    needsEvents: true,
    query: `
      select entry.merchant_id, format('transaction %s: entry %s moved it to %s, its webhook event begins %s', entry.transaction_id,
        entry.sequence, entry.to_status, coalesce(left(event.body, 100), '(there is none)')) as fault
      from timeline as entry
      left join webhook_events as event on event.merchant_id = entry.merchant_id
        and event.transaction_id = entry.transaction_id and event.sequence = entry.sequence
      where event.body is null
         or (position('"eventType":"' || 'pay' in left(event.body, 100)) = 0
            or position('.' || lower(entry.to_status) || '"' in left(event.body, 100)) = 0)
           and not (entry.to_status = 'PROCESSING' and substring(left(event.body, 100) from '"eventType":"([a-z.]+)"')
             = any(case when entry.from_status = 'PROCESSING'
               then array['payin.authorized', 'capture.completed', 'capture.failed'] else array['payin.authorized'] end))`,
  },
  {
    proves: 'every capture has its webhook events: one for each step',
    of: 'transactions',
    needsEvents: true,
    query: `
      select merchant_id, format('capture %s of transaction %s is %s, its webhook events say %s', id, transaction_id, status,
        coalesce(nullif(array_to_string(sent, ', '), ''), 'nothing')) as fault
      from (
        select capture.merchant_id, capture.transaction_id, capture.id, capture.status, capture.completed_at,
          array_remove(array_agg(substring(left(event.body, 100) from '"eventType":"(capture\\.[a-z]+)"')
            order by event.sequence), null) as sent
        from captures as capture
        left join webhook_events as event on event.merchant_id = capture.merchant_id
          and event.transaction_id = capture.transaction_id
          and position('"capture":{"captureId":"' || capture.id || '"' in event.body) > 0
        group by capture.merchant_id, capture.transaction_id, capture.id, capture.status, capture.completed_at
      ) as captures_told
      where sent <> case when completed_at is not null then array['capture.completed'] else array[]::text[] end
          || case when status = 'FAILED' then array['capture.failed'] else array[]::text[] end
         or status = 'COMPLETED' and completed_at is null or status = 'PENDING' and completed_at is not null`,
  },
  {
    proves: 'every refund has its webhook events: one for each step',
    of: 'transactions',
    needsEvents: true,
    query: `
      select merchant_id, format('refund %s of transaction %s (by the %s) is %s, its webhook events say %s', id, transaction_id, origin, status,
        coalesce(nullif(array_to_string(sent, ', '), ''), 'nothing')) as fault
      from (
        select refund.merchant_id, refund.transaction_id, refund.id, refund.status, refund.origin, refund.completed_at,
          array_remove(array_agg(substring(left(event.body, 100) from '"eventType":"(refund\\.[a-z]+)"')
            order by event.sequence), null) as sent
        from refunds as refund
        left join webhook_events as event on event.merchant_id = refund.merchant_id
          and event.transaction_id = refund.transaction_id
          and position('"refundId":"' || refund.id || '"' in event.body) > 0
        group by refund.merchant_id, refund.transaction_id, refund.id, refund.status, refund.origin, refund.completed_at
      ) as refunds_told
      where sent <> case when origin = 'merchant' then array['refund.pending'] else array[]::text[] end
          || case when completed_at is not null then array['refund.completed'] else array[]::text[] end
          || case when status = 'FAILED' then array['refund.failed'] else array[]::text[] end
         or (status = 'COMPLETED') <> (completed_at is not null and status <> 'FAILED')`,
  },
  {
    proves: 'every dispute has its webhook events, one for each step, and the last one reports its status',
    of: 'transactions',
    needsEvents: true,
    query: `
      select merchant_id, format('dispute %s of transaction %s is %s after %s steps, its webhook events say %s', id, transaction_id, status,
        steps, coalesce(nullif(array_to_string(sent, ', '), ''), 'nothing')) as fault
      from (
        select dispute.merchant_id, dispute.transaction_id, dispute.id, dispute.status, dispute.steps,
          array_remove(array_agg(substring(left(event.body, 100) from '"eventType":"(dispute\\.[a-z]+)"')
            order by event.sequence), null) as sent
        from disputes as dispute
        left join webhook_events as event on event.merchant_id = dispute.merchant_id
          and event.transaction_id = dispute.transaction_id
          and position('"disputeId":"' || dispute.id || '"' in event.body) > 0
        group by dispute.merchant_id, dispute.transaction_id, dispute.id, dispute.status, dispute.steps
      ) as disputes_told
      where cardinality(sent) <> steps
         or case status when 'WON' then sent[steps] <> 'dispute.won' when 'LOST' then sent[steps] <> 'dispute.lost'
            else sent[steps] not in ('dispute.opened', 'dispute.updated') end`,
  },
  {
    proves:
      'attempts in the cashier are numbered 1, 2, 3 …, and all were declined except the one that a provider has',
    // Only a hosted or hybrid pay-in gets another attempt (contract 4). An abandoned attempt may be paid late. Between
    // two attempts the transaction shows why the last one was declined.
    of: 'transactions',
    query: `
      select coalesce(t.merchant_id, d.merchant_id) as merchant_id, format('transaction %s (%s %s, %s attempts, %s, %s): %s declined attempts (%s to %s), the last with %s',
        coalesce(t.id, d.transaction_id), coalesce(t.type || ' of ' || t.origin, 'not stored or not submitted,'),
        coalesce(t.status, 'unknown'), coalesce(t.attempts, 0),
        case when t.provider is null then 'at no provider' else 'at ' || t.provider end,
        coalesce(t.error_code, 'no code'), coalesce(d.times, 0), d.first, d.last, coalesce(d.code, 'none')) as fault
      from (
        select merchant_id, id, type, origin, status, attempts, provider, error_code,
          case when type = 'PAYIN' then attempts - (provider is not null)::integer else 0 end as over
        from transactions where attempts <> 0
      ) as t
      full join (
        select merchant_id, transaction_id, count(*) as times, min(attempt) as first, max(attempt) as last,
          (array_agg(error_code order by attempt desc))[1] as code
        from declined_attempts group by merchant_id, transaction_id
      ) as d on d.merchant_id = t.merchant_id and d.transaction_id = t.id
      where t.id is null
         or t.attempts not between 0 and case when t.type = 'PAYIN' and t.origin <> 'v3' then ${MOST_ATTEMPTS} else 1 end
         or t.over <> coalesce(d.times, 0) and not (t.status = 'COMPLETED' and t.attempts = d.times)
         or d.first <> 1 or d.last <> d.times
         or (t.over > 0 and t.provider is null and t.status = 'PROCESSING' and t.error_code is distinct from d.code)`,
  },
  {
    proves: 'each attempt was declined while its transaction was PROCESSING, and after the attempt before it',
    of: 'transactions',
    query: `
      select attempt.merchant_id, format('transaction %s: its attempt %s was declined after entry %s of its timeline, which %s%s',
        attempt.transaction_id, attempt.attempt, attempt.sequence,
        coalesce('moved it to ' || entry.to_status, 'there is not'),
        case when former.sequence > attempt.sequence then ', before attempt ' || former.attempt end) as fault
      from declined_attempts as attempt
      left join timeline as entry on entry.merchant_id = attempt.merchant_id
        and entry.transaction_id = attempt.transaction_id and entry.sequence = attempt.sequence
      left join declined_attempts as former on former.merchant_id = attempt.merchant_id
        and former.transaction_id = attempt.transaction_id and former.attempt = attempt.attempt - 1
      where entry.to_status is distinct from 'PROCESSING' or former.sequence > attempt.sequence`,
  },
];
