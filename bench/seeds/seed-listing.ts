// A merchant's month for listings: transactions of two brands that differ in status, method, currency, country, error,
// origin, amount, customer and card, each as often as in a real shop. By set-based SQL.

import { PLAIN_LOOK } from '../../gateway/src/domain/merchants/brand-look.ts';
import { DEFAULT_SETTINGS } from '../../gateway/src/domain/merchants/brand-settings.ts';
import type { Sql } from '../../gateway/src/storage/database/database.ts';
import { type BrandRow, insertBrand } from '../../gateway/src/storage/merchants/brand-store.ts';
import { insertMerchant } from '../../gateway/src/storage/merchants/merchant-store.ts';

export const DAYS = 30;
const BATCH = 50_000;

export interface SeededMerchant {
  merchantId: string;
  brandId: string;
  otherBrandId: string;
  end: Date;
}

/** `share`: out of 1,000, cumulative. A value applies from the previous share up to its own. */
const pick = (by: string, choices: [share: number, value: string][]) =>
  `case ${choices.map(([share, value]) => `when ${by} < ${share} then ${value}`).join(' ')} end`;
const text = (value: string) => `'${value}'`;
const nth = (values: string[], by: string) =>
  `(array[${values.map(text).join(', ')}])[1 + ${by} % ${values.length}]`;

/** A card is used in many countries, another method in one; shares are cumulative, out of a thousand. */
const METHODS: [share: number, option: string, currency: string, country: string][] = [
  [
    380,
    optionId(1),
    text('EUR'),
    nth(['DE', 'FR', 'ES', 'NL', 'IT', 'AT', 'BE', 'PT', 'IE', 'FI', 'DE', 'DE'], 'b'),
  ],
  [450, optionId(1), text('USD'), nth(['US', 'CA', 'MX', 'AU', 'US', 'US'], 'b')],
  [500, optionId(1), text('GBP'), nth(['GB', 'GB', 'IE'], 'b')],
  [
    560,
    optionId(1),
    nth(['BRL', 'MXN', 'KES', 'EGP', 'TRY', 'PLN', 'JPY', 'KWD', 'INR'], 'b'),
    nth(['BR', 'MX', 'KE', 'EG', 'TR', 'PL', 'JP', 'KW', 'IN'], 'b'),
  ],
  [
    680,
    `(array[${[2, 3, 4, 5, 6, 7, 8, 9].map(optionId).join(', ')}])[1 + b % 8]`,
    text('EUR'),
    nth(['DE', 'FR', 'ES', 'NL'], 'b'),
  ],
  [760, optionId(10), text('INR'), text('IN')],
  [840, optionId(11), text('BRL'), text('BR')],
  [880, optionId(12), text('BRL'), text('BR')],
  [910, optionId(13), text('MXN'), text('MX')],
  [930, optionId(14), text('PEN'), text('PE')],
  [950, optionId(15), text('EGP'), text('EG')],
  [975, optionId(16), text('KES'), text('KE')],
  [
    995,
    `(array[${[17, 18].map(optionId).join(', ')}])[1 + b % 2]`,
    nth(['EUR', 'USD', 'GBP'], 'b'),
    nth(['DE', 'US', 'GB', 'FR', 'ES'], 'c'),
  ],
  [1000, optionId(19), nth(['BTC', 'USDT'], 'b'), 'null'],
];
function optionId(number: number): string {
  return `'00000000-0000-4000-8000-${String(number).padStart(12, '0')}'::uuid`;
}
const CODES = [
  '2001',
  '2001',
  '2001',
  '2002',
  '2003',
  '2004',
  '2005',
  '2006',
  '2101',
  '2102',
  '2103',
  '2201',
  '2202',
  '3001',
  '3002',
  '3002',
];

export async function seedListing(
  sql: Sql,
  count: number,
  progress: (done: number) => void,
): Promise<SeededMerchant> {
  const merchant = {
    merchantId: '01a00000-0000-7000-8000-000000000001',
    brandId: '01a00000-0000-7000-8000-000000000002',
    otherBrandId: '01a00000-0000-7000-8000-000000000003',
    end: new Date(),
  };
  await insertPeople(sql, merchant);
  const statement = statementOf(merchant, count);
  for (let from = 1; from <= count; from += BATCH) {
    const to = Math.min(count, from + BATCH - 1);
    await sql.unsafe(statement, [from, to]);
    if (to % (BATCH * 4) === 0 || to === count) progress(to);
  }
  return merchant;
}

function statementOf({ merchantId, brandId, otherBrandId, end }: SeededMerchant, count: number): string {
  const uuid = (salt: string) =>
    `(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5('${salt}' || i), 1, 3) ||
      '8' || substr(md5('${salt}' || i), 4, 15))::uuid`;
  const method = (column: 1 | 2 | 3) =>
    pick(
      'm',
      METHODS.map((one) => [one[0], one[column]]),
    );
  return `
    with numbers as (
      select i, '${end.toISOString()}'::timestamptz - interval '${DAYS} days' * (1 - i::float8 / ${count + 1}) as at,
        floor(random() * 1000)::int as m, floor(random() * 1000)::int as s, floor(random() * 1000)::int as a,
        floor(random() * 1000)::int as b, floor(random() * 1000)::int as c, floor(random() * 200000)::int as customer,
        floor(exp(random() * 5 + random() * 5))::bigint * 10 + 100 as amount
      from generate_series($1::int, $2::int) i
    ), s as (
      select *, ${uuid('t')} as id, ${uuid('s')} as session_id, a < 80 as payout from numbers
    ), t as (
      select *, case when payout
        then ${pick('s', [
          [850, text('COMPLETED')],
          [900, text('DECLINED')],
          [960, text('PENDING')],
          [1000, text('PROCESSING')],
        ])}
        else ${pick('s', [
          [780, text('COMPLETED')],
          [930, text('DECLINED')],
          [932, text('ERROR')],
          [945, text('PROCESSING')],
          [1000, text('INIT')],
        ])}
        end as status
      from s
    ), opened as (
    insert into openings (merchant_id, id, brand_id, session_id, type, origin, status, sequence, version, merchant_reference,
      reference_country, country, currency, amount_minor, amount_refunded_minor, user_id, option_id, details, card, result_type,
      status_code, error_code, provider, provider_reference, late_success, inquiries, created_at, updated_at, completed_at)
    select '${merchantId}', id, case when c < 900 then '${brandId}'::uuid else '${otherBrandId}'::uuid end, session_id,
      case when payout then 'PAYOUT' else 'PAYIN' end, ${pick('c', [
        [700, text('v3')],
        [950, text('session')],
        [1000, text('v2')],
      ])},
      status, 1, 1, 'order-' || lpad(i::text, 9, '0'), coalesce(${method(3)}, ''), ${method(3)}, ${method(2)}, amount,
      case when status = 'COMPLETED' and not payout then case when b < 15 then amount when b < 30 then amount / 2 else 0 end else 0 end,
      'user-' || lpad(customer::text, 6, '0'), ${method(1)},
      jsonb_build_object('customer', jsonb_build_object('firstName', 'Ada', 'lastName', 'Lovelace',
          'email', 'shopper' || customer || '@example.com', 'phone', '+4915' || lpad(customer::text, 9, '0'), 'ip', '203.0.113.7'),
        'paymentReference', 'invoice-' || i, 'redirectUrl', 'https://shop.example/orders/' || i || '/thank-you',
        'language', 'de', 'notificationUrl', null, 'extra1', null, 'extra2', null, 'extra3', null, 'orderDetails', null),
      case when m < 560 then jsonb_build_object('brand', 'VISA', 'first6', '424242', 'expiryMonth', '12', 'expiryYear', '2035',
        'last4', case when a % 50 = 0 then '4242' else lpad((b * 10 + c % 10)::text, 4, '0') end) end,
      'success', 200, case when status = 'DECLINED' then ${nth(CODES, 'b')} when status = 'ERROR' then '9002'
        when status = 'PROCESSING' and b % 3 = 0 then '9001' end,
      'sandbox', 'sandbox-' || id, false, 0, at, at, at
    from t returning *
    ), work as (
      insert into open_work (merchant_id, transaction_id, brand_id, status, error_code, due_at, created_at)
      select merchant_id, id, brand_id, status, error_code, now() + interval '90 days', created_at from opened
      where status in ('INIT', 'PENDING', 'PROCESSING')
    )
    insert into steps (merchant_id, transaction_id, version, status, sequence, from_status, actor, amount_refunded_minor, country,
      option_id, own_means, money_reserved, result_type, status_code, error_code, provider, provider_reference, late_success,
      inquiries, attempts, updated_at, completed_at)
    select merchant_id, id, version + 1, status, sequence, 'INIT', 'provider', amount_refunded_minor, country, option_id, false,
      money_reserved, result_type, status_code, error_code, provider, provider_reference, late_success, inquiries, attempts,
      updated_at, completed_at
    from opened`;
}

async function insertPeople(sql: Sql, { merchantId, brandId, otherBrandId, end }: SeededMerchant) {
  const at = new Date(end.getTime() - (DAYS + 1) * 86_400_000);
  await insertMerchant(sql, merchantId, 'Bench', at);
  for (const [id, name] of [
    [brandId, 'Harbour Coffee'],
    [otherBrandId, 'Harbour Tea'],
  ] as const) {
    const brand: BrandRow = {
      ...DEFAULT_SETTINGS,
      merchantId,
      brandId: id,
      name,
      fourEyes: true,
      timeZone: 'Asia/Kolkata',
      optionIds: null,
      look: PLAIN_LOOK,
    };
    await insertBrand(sql, brand, at);
  }
}
