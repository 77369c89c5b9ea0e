// Statements that may ask every shard of a Citus cluster, and why (one-shard.test.ts). Each entry names the statement
// or its table.
import type { Heard } from './statement-tap.ts';

/** The statement or its table, and the reason. */
const MAY_ASK_ALL: readonly (readonly [RegExp, string])[] = [
  [
    /^select (brand_id|id), updated_at::text as mark from (brands|provider_accounts)/,
    'all brands are in memory',
  ],
  [
    /^select [^()]* from (brands|provider_accounts) where (brand_id|id) = any\(\$1::uuid\[\]\)$/,
    'the same: brands that changed',
  ],
  [
    /^select .* from (api_keys k|signing_secrets|brand_options) (join .* )?where (k\.)?merchant_id = any\(\$1::uuid\[\]\) and (k\.)?brand_id = any\(\$2::uuid\[\]\)/,
    'the same: their keys, secrets and options',
  ],
  [
    /^select merchant_id, brand_id, [^()]* from brands where brand_id = \$1$/,
    'a brand by its id, once for a process',
  ],
  [
    /^select merchant_id, .* from (open_work|notification_work|refunds|captures|mandates|settlements|erasure_work|mails) where due_at <= \$1 order by due_at limit \$2$/,
    'workers look for due work',
  ],
  [/^select \* from webhook_replays where ended_at is null/, 'workers look for replays'],
  [/from webhook_queue e where .* e\.next_try_at <= \$1/, 'workers look for due events'],
  [/^select w\.\*, exists .* from webhook_endpoints w$/, 'workers read the endpoints in trouble'],
  [/^select merchant_id, sum\(cardinality\(transaction_ids\)\)/, 'workers look for changes to fold'],
  [
    /^select distinct merchant_id as "merchantId", .* from balance_changes/,
    'workers look for balances to fold',
  ],
  [/^select merchant_id, id from openings where id > \$1/, 'chores go through all transactions, once'],
  [/^select b\.merchant_id, .* from brands o\) b where coalesce/, 'workers look for days to close'],
  [/^select merchant_id, transaction_id from erasure_work where due_at/, 'workers look for data to erase'],
  [/^select merchant_id, id from bank_statements where leased_until/, 'workers look for left statements'],
  [/ from archive_erasures group by/, 'workers look for data to erase in the archive'],
  [
    /^select (merchant_id|b\.brand_id), .* from brands .*personal_data_months is not null/,
    'workers look for brands that erase by age',
  ],
  [
    /^select merchant_id, brand_id from retention_marks where transactions/,
    'the same: what a run did not tell of',
  ],
  [/^select m\.merchant_id from merchants m where exists \(.* idempotency_keys/, 'workers look for old keys'],
  [/^select merchant_id, row_to_json\(old\)/, 'workers look for old counts'],
  [
    /^delete from (unknown_sign_ins where address_hash in|blocks where expires_at) /,
    'once a minute: what has ended',
  ],
  [/from users u join merchants m .* and u\.email = /, 'a sign-in knows the address alone'],
  [/from users u join recognised_browsers b/, 'the same, and whether the browser is known'],
  [/^select w\.\*, '[a-z-]+ ' \|\| .* left join told_by_mail m /, 'workers look for what no mail told yet'],
  [
    /^select distinct w\.merchant_id, w\.brand_id from \(/,
    'workers look for brands in which something waits',
  ],
  [
    /^delete from (told_by_mail where told_at|mails where created_at) /,
    'every ten minutes: mails that are over',
  ],
  [/^insert into data_keys /, 'keys of the vault are on every node, and made once'],
  [/^select .* from transactions where id = \$1$/, 'a page of the sandbox knows the transaction alone'],
];

export const mayAskAll = ({ text }: Heard) => {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return MAY_ASK_ALL.some(([pattern]) => pattern.test(plain));
};
