// One statement for each way in which a ledger can be wrong. Our
// code would never write most of these rows.
import { randomUUID } from 'node:crypto';
import { BRAND, MERCHANT, NEW_ID } from './books.ts';

const completed = `(select id from transactions where type = 'PAYIN' and status = 'COMPLETED'
  and amount_refunded_minor = 0 and attempts = 0 order by id limit 1)`;
const payout = (status: string) =>
  `(select id from transactions where type = 'PAYOUT' and status = '${status}' order by id limit 1)`;
const refund = (status: string) =>
  `(select id from refunds where status = '${status}' order by transaction_id limit 1)`;
const attempted = (times: number) =>
  `(select id from transactions where attempts = ${times} order by id limit 1)`;
const refunded = `(select transaction_id from refunds order by transaction_id limit 1)`;

const openDispute = `insert into disputes (merchant_id, transaction_id, id, brand_id, status, amount_minor, currency,
    funds_withheld, created_at, updated_at, steps)
  select merchant_id, id, gen_random_uuid(), brand_id, 'OPEN', 2500, 'EUR', true, now(), now(), 1
  from openings where id = ${completed}`;
const moved = (from: string, to: string, kind: string) =>
  `insert into transfers (merchant_id, id, brand_id, transaction_id, currency, from_account, to_account, amount_minor,
     created_at, kind)
   select merchant_id, gen_random_uuid(), brand_id, id, currency, '${from}', '${to}', 2500, now(), '${kind}'
   from openings where id = ${completed}`;

/** Each statement breaks sound books in one way; the pattern matches the proof's sentence about it. */
export const BREAKS: [what: string, statement: string, fault: RegExp][] = [
  [
    'a balance that no transfer explains',
    `update balance_changes set available_minor = available_minor + 1`,
    /^brand .* EUR: balance 131001 available, 14000 reserved; transfers say 131000 and 14000/,
  ],
  ['a change that was lost', `delete from balance_changes`, /^brand .*balance 0 available/],
  [
    'a balance without any transfer',
    `insert into balances values (gen_random_uuid(), gen_random_uuid(), 'USD', 1, 0)`,
    /^brand .* USD: balance 1 available/,
  ],
  [
    'a completed pay-in without its transfer',
    `with gone as (delete from transfers where transaction_id = ${completed} returning amount_minor)
     update balance_changes set available_minor = available_minor - gone.amount_minor from gone`,
    /^transaction .*PAYIN COMPLETED, 2500 EUR minor.*0 came in \(0 times\)/,
  ],
  [
    'a pay-in that was credited twice',
    `insert into transfers select merchant_id, gen_random_uuid(), brand_id, transaction_id, currency, from_account,
       to_account, amount_minor, created_at from transfers where transaction_id = ${completed}`,
    /^transaction .*5000 came in \(2 times\)/,
  ],
  [
    'a declined pay-in with a transfer',
    `update openings set status = 'DECLINED' where id = ${completed}`,
    /^transaction .*PAYIN DECLINED/,
  ],
  [
    'a transfer of another amount',
    `update openings set amount_minor = 2499 where id = ${completed}`,
    /^transaction .*2499 EUR minor.*2500 came in/,
  ],
  [
    'a transfer in another currency',
    `update openings set currency = 'USD' where id = ${completed}`,
    /^transaction .*2500 USD minor.*0 came in/,
  ],
  [
    'a transfer of no transaction',
    `update transfers set transaction_id = '${randomUUID()}' where transaction_id = ${completed}`,
    /^transaction .*not stored/,
  ],
  [
    'a funding without its transfer',
    `insert into fundings values ('${MERCHANT}', '${BRAND}', 'wire', 'EUR', -100, now())`,
    /^brand .* EUR -100 minor: 1 fundings, 0 funding transfers/,
  ],
  [
    'a transfer between accounts without a transaction',
    `update transfers set transaction_id = null where transaction_id = ${completed}`,
    /^transfer .*: provider to available without a transaction/,
  ],
  [
    'a timeline with a hole',
    `delete from timeline where sequence = 1 and transaction_id = ${completed}`,
    /^transaction .*: sequence 2, 1 timeline entries \(2 to 2\), 2 webhook events/,
  ],
  [
    'steps with a hole',
    `insert into steps (merchant_id, transaction_id, version, status, sequence, amount_refunded_minor, own_means,
       money_reserved, late_success, inquiries, attempts, updated_at)
     select merchant_id, id, 4, status, sequence, 0, false, false, false, 0, 0, now() from openings where id = ${completed}`,
    /^transaction .*: 1 steps \(version 4 to 4\) after version 2 of its opening/,
  ],
  [
    'a step of a transaction that was never opened',
    `insert into steps (merchant_id, transaction_id, version, status, sequence, amount_refunded_minor, own_means,
       money_reserved, late_success, inquiries, attempts, updated_at)
     values ('${MERCHANT}', gen_random_uuid(), 1, 'INIT', 0, 0, false, false, false, 0, 0, now())`,
    /^transaction .*: 1 steps \(version 1 to 1\) after version \(there is none\) of its opening/,
  ],
  [
    'a payout that waits and that nobody looks after',
    `delete from open_work where transaction_id = ${payout('PENDING')}`,
    /^transaction .* is PENDING \(no code\), its open work: none/,
  ],
  [
    'a payout that waits and is never due',
    `update open_work set due_at = null where transaction_id = ${payout('PENDING')}`,
    /^transaction .* is PENDING \(no code\), its open work: PENDING \(no code\), never due/,
  ],
  [
    'open work of what is over',
    `insert into open_work (merchant_id, transaction_id, brand_id, status, due_at, created_at)
      select merchant_id, id, brand_id, status, now(), now() from openings where id = ${completed}`,
    /^transaction .* is over or not stored \(no code\), its open work: COMPLETED/,
  ],
  [
    'a webhook event that was never stored',
    `delete from events where sequence = 2 and transaction_id = ${completed}`,
    /^transaction .*: entry 2 moved it to COMPLETED, its webhook event begins \(there is none\)/,
  ],
  [
    'a webhook event that tells of another status',
    `update events set body = replace(body, 'payin.completed', 'payin.declined') where transaction_id = ${completed}`,
    /^transaction .*: entry 2 moved it to COMPLETED, its webhook event begins .*payin\.declined/,
  ],
  [
    'a status that the timeline does not end in',
    `update timeline set to_status = 'DECLINED' where sequence = 2 and transaction_id = ${completed}`,
    /^transaction .*: is COMPLETED, but its timeline ends in DECLINED/,
  ],
  [
    'a timeline that jumps',
    `update timeline set from_status = 'PENDING' where sequence = 2 and transaction_id = ${completed}`,
    /^transaction .*: entry 2 of its timeline starts from PENDING, the one before ended in PROCESSING/,
  ],
  [
    'a payout that was paid but not reserved',
    `update openings set type = 'PAYOUT', status = 'COMPLETED' where id = ${completed}`,
    /^transaction .*PAYOUT COMPLETED/,
  ],
  [
    'a payout on its way whose money is not set aside',
    `update openings set money_reserved = false where id = ${payout('PROCESSING')}`,
    /^transaction .*PAYOUT PROCESSING, .* 2500 is reserved$/,
  ],
  [
    'a payout that says its money is set aside, and it is not',
    `update openings set money_reserved = true where id = ${payout('PENDING')}`,
    /^transaction .*PAYOUT PENDING, .* 0 is reserved; its money counts as reserved/,
  ],
  [
    'a payout that was set aside twice and given back once',
    `insert into transfers select merchant_id, ${NEW_ID}, brand_id, transaction_id, currency, a.f, a.t,
       amount_minor, created_at from transfers, (values ('available', 'reserved'), ('reserved', 'available')) as a (f, t)
     where transaction_id = ${payout('COMPLETED')} and to_account = 'provider'`,
    /^transaction .*PAYOUT COMPLETED, .* 0 is reserved/,
  ],
  [
    'money that went straight out',
    `update transfers set from_account = 'available' where transaction_id = ${payout('COMPLETED')}
       and to_account = 'provider'`,
    /^transaction .*PAYOUT COMPLETED, .*; 1 transfers that no transaction causes/,
  ],
  [
    'a refund whose money was never set aside',
    `delete from transfers where transaction_id = ${refunded} and from_account = 'available' and amount_minor = 300`,
    /^transaction .*PAYIN COMPLETED, .* 0 is reserved; refunds of 1800 were made: 1000 completed, 500 failed/,
  ],
  [
    'a refund that completed and was not paid',
    `update refunds set status = 'COMPLETED', completed_at = now() where id = ${refund('PENDING')}`,
    /^transaction .* 1000 was paid out, 300 is reserved; refunds of 1800 were made: 1300 completed/,
  ],
  [
    'a refund that failed and was not given back',
    `delete from transfers where transaction_id = ${refunded} and to_account = 'available' and from_account = 'reserved'`,
    /^transaction .* 800 is reserved; refunds of 1800 were made: 1000 completed, 500 failed/,
  ],
  [
    'a pay-in that says another sum was refunded',
    `update openings set amount_refunded_minor = 1800 where id = ${refunded}`,
    /^transaction .*: says 1800 refunded, its 3 refunds add up to 1300/,
  ],
  [
    'a pay-in that says it was refunded, without a refund',
    `update openings set amount_refunded_minor = 1 where id = ${completed}`,
    /^transaction .*: says 1 refunded, its 0 refunds add up to 0/,
  ],
  [
    'a refund of a payout',
    `update refunds set transaction_id = ${payout('COMPLETED')} where id = ${refund('FAILED')}`,
    /^transaction .*PAYOUT COMPLETED, 2500 minor\): says 0 refunded, its 1 refunds add up to 0/,
  ],
  [
    'a refund of another brand',
    `update refunds set brand_id = '${randomUUID()}' where id = ${refund('PENDING')}`,
    /^transaction .*not stored, or of another brand or currency, \? minor\): says 0 refunded, its 1 refunds add up to 300/,
  ],
  [
    'a refund that nobody was told of',
    `delete from events where body like '%' || ${refund('PENDING')} || '%'`,
    /^refund .* is PENDING, its webhook events say nothing/,
  ],
  [
    'a refund whose end was told otherwise',
    `update events set body = replace(body, 'refund.failed', 'refund.completed')
     where body like '%' || ${refund('FAILED')} || '%'`,
    /^refund .* is FAILED, its webhook events say refund\.pending, refund\.completed/,
  ],
  [
    'an event more than there are steps after the end',
    `insert into events select merchant_id, transaction_id, 8, gen_random_uuid(), brand_id, endpoint_id, url,
       '{}', x_signature, signing_secret_id, created_at
     from events where transaction_id = ${refunded} and sequence = 7`,
    /^transaction .*: sequence 7, 2 timeline entries \(1 to 2\), 8 webhook events \(1 to 8\), 5 of them after its end/,
  ],
  [
    'a refund that failed after all, whose money stayed away',
    `update refunds set status = 'FAILED' where id = ${refund('COMPLETED')}`,
    /^transaction .*PAYIN COMPLETED, .* 300 is reserved; refunds of 1800 were made: 1000 completed, 500 failed/,
  ],
  ['a dispute whose money was not withheld', openDispute, /^transaction .*; its disputes withhold 2500/],
  [
    'a dispute that nobody was told of',
    openDispute,
    /^dispute .* is OPEN after 1 steps, its webhook events say nothing/,
  ],
  [
    'money taken after an end, and no dispute',
    moved('available', 'provider', 'DISPUTE_WITHHELD'),
    /^transaction .*; after its end 2500 was taken/,
  ],
  [
    'money that moves otherwise than its kind says',
    moved('provider', 'available', 'PAYIN_SENT_BACK'),
    /^transaction .*; 1 transfers that no transaction causes/,
  ],
  [
    'a debit that came back and kept its money',
    `insert into steps (merchant_id, transaction_id, version, status, sequence, amount_refunded_minor, own_means,
       money_reserved, late_success, inquiries, attempts, updated_at, returned)
     select merchant_id, id, 3, status, sequence, 0, false, false, false, 0, 0, now(), '{"reason": null}'
     from openings where id = ${completed}`,
    /^transaction .* 0 is reserved; it came back/,
  ],
  [
    'a balance below zero by spending',
    `with moved as (
       insert into transfers (merchant_id, id, brand_id, currency, from_account, to_account, amount_minor, created_at)
       select merchant_id, gen_random_uuid(), brand_id, currency, 'available', 'funding', 200000, now()
       from balance_changes limit 1 returning merchant_id)
     update balance_changes set available_minor = available_minor - 200000 from moved`,
    /^brand .* EUR: balance -69000 available, 14000 reserved; transfers say -69000 and 14000/,
  ],
  [
    'a declined attempt that was not noted',
    `delete from declined_attempts where attempt = 2 and transaction_id = ${attempted(3)}`,
    /^transaction .*PAYIN of session COMPLETED, 3 attempts, at sandbox, no code\): 1 declined attempts \(1 to 1\)/,
  ],
  [
    'declined attempts with a hole in their numbers',
    `update declined_attempts set attempt = 3 where attempt = 2 and transaction_id = ${attempted(3)}`,
    /^transaction .*3 attempts, .*: 2 declined attempts \(1 to 3\)/,
  ],
  [
    'more declined attempts than attempts',
    `insert into declined_attempts select merchant_id, transaction_id, n, sequence, at, option_id, error_code, actor
     from declined_attempts cross join generate_series(3, 4) as n where attempt = 1 and transaction_id = ${attempted(3)}`,
    /^transaction .*3 attempts, at sandbox, .*: 4 declined attempts \(1 to 4\)/,
  ],
  [
    'declined attempts of another merchant',
    `update declined_attempts set merchant_id = '${randomUUID()}' where transaction_id = ${attempted(3)}`,
    /^transaction .*not stored or not submitted, .*: 2 declined attempts/,
  ],
  [
    'declined attempts of a pay-in that never was in the cashier',
    `update declined_attempts set transaction_id = ${completed} where transaction_id = ${attempted(3)}`,
    /^transaction .*not stored or not submitted, .*: 2 declined attempts/,
  ],
  [
    'a v3 pay-in that was attempted again',
    `update openings set origin = 'v3' where id = ${attempted(3)}`,
    /^transaction .*PAYIN of v3 COMPLETED, 3 attempts/,
  ],
  [
    'a declined attempt of a payout',
    `update openings set attempts = 1 where id = ${payout('PENDING')};
     insert into declined_attempts select merchant_id, id, 1, 1, now(), null, '2005', 'shopper' from transactions
     where id = ${payout('PENDING')}`,
    /^transaction .*PAYOUT of v3 PENDING, 1 attempts, at no provider, .*: 1 declined attempts/,
  ],
  [
    'a sixth attempt',
    `update openings set attempts = 6 where id = ${attempted(3)};
     insert into declined_attempts select merchant_id, transaction_id, n, sequence, at, option_id, error_code, actor
     from declined_attempts, generate_series(3, 5) as n where attempt = 1
       and transaction_id in (select id from transactions where attempts = 6)`,
    /^transaction .*6 attempts, at sandbox, .*: 5 declined attempts \(1 to 5\)/,
  ],
  [
    'a pay-in between two attempts that gives another reason than its last one',
    `update openings set status = 'PROCESSING', error_code = '2001', sequence = 1 where id = ${attempted(2)};
     delete from timeline where sequence = 2 and transaction_id = ${attempted(2)};
     delete from events where sequence = 2 and transaction_id = ${attempted(2)}`,
    /^transaction .*PROCESSING, 2 attempts, at no provider, 2001\): 2 declined attempts \(1 to 2\), the last with 2005/,
  ],
  [
    'an attempt that was declined after the end',
    `update declined_attempts set sequence = 2 where attempt = 2 and transaction_id = ${attempted(3)}`,
    /^transaction .*: its attempt 2 was declined after entry 2 of its timeline, which moved it to COMPLETED$/,
  ],
  [
    'an attempt that was declined before anything was submitted',
    `update declined_attempts set sequence = 0 where attempt = 1 and transaction_id = ${attempted(3)}`,
    /^transaction .*: its attempt 1 was declined after entry 0 of its timeline, which there is not/,
  ],
  [
    'an attempt that was declined before the one before it',
    `update declined_attempts set sequence = 2 where attempt = 1 and transaction_id = ${attempted(3)}`,
    /^transaction .*: its attempt 2 was declined after entry 1 .* to PROCESSING, before attempt 1/,
  ],
];
