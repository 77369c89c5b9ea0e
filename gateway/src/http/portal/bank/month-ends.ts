// GET and POST /portal/api/brands/{brandId}/month-ends, GET …/{month}/file and …/keys: lists the closed months, closes
// the next one, sends its archive, and shows the public keys that prove who made it (decision 108). The action is that
// of the command `close`. It runs within the call: a large month takes some ten seconds.
import { Readable } from 'node:stream';
import { type TSchema, Type } from 'typebox';
import { makeMonthEnd } from '../../../actions/month-end/make-month-end.ts';
import { monthEndFile, monthEndName, requireMonthEnd } from '../../../actions/month-end/month-end-file.ts';
import { monthsToClose } from '../../../actions/month-end/months-to-close.ts';
import { formatMinor } from '../../../domain/money/money.ts';
import {
  CAUSES,
  type Cause,
  CHANGES,
  type ChangeKind,
  EXPLAINED,
  SETTLED_CAUSES,
} from '../../../domain/month-end/cause.ts';
import type { Manifest } from '../../../domain/month-end/manifest.ts';
import { pemOf } from '../../../domain/month-end/seal-key.ts';
import { listMonthEndKeys } from '../../../storage/month-end/month-end-keys.ts';
import { listMonthEnds, type MonthEnd } from '../../../storage/month-end/month-end-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

/** Ten years. */
const MOST_MONTHS = 120;

const month = (description: string) => Type.String({ maxLength: 7, description });
const count = (description: string) => Type.Integer({ description });
const countsSchema = (what: string) =>
  Type.Array(
    Type.Object({
      name: Type.String({ description: 'Its name in the file.' }),
      count: count('How many.'),
      meaning: Type.String({ description: 'Its meaning, in a sentence.' }),
      isExplained: Type.Boolean({ description: 'true: it explains itself and needs no action.' }),
    }),
    { description: what },
  );
const amount = (description: string) =>
  Type.String({
    description: `${description} A decimal number as text, because sums may exceed a JSON number.`,
  });

const ShownMonthEnd = Type.Object(
  {
    month: month('The month, such as 2026-10.'),
    timeZone: Type.String({ description: 'The time zone of its days.' }),
    madeBy: Type.String({ description: 'Who closed it.' }),
    madeAt: Type.String({ format: 'date-time', description: 'When.' }),
    sha256: Type.String({ description: 'The hash of its manifest. The audit log records the same hash.' }),
    movements: count('Movements of money in it.'),
    bankEntries: count('Bank entries in it.'),
    differences: countsSchema('Differences between ledger and bank, by cause.'),
    changes: countsSchema('Changes to earlier months.'),
    accounts: Type.Array(
      Type.Object({
        account: Type.String({ description: 'An account of the ledger.' }),
        currency: Type.String({ description: 'The currency.' }),
        opening: amount('At the beginning.'),
        closing: amount('At the end.'),
      }),
      { description: 'The accounts of the ledger.' },
    ),
  },
  { title: 'MonthEnd', description: 'A closed month.' },
);

const MonthEnds = Type.Object(
  {
    items: Type.Array(ShownMonthEnd, { description: 'Newest first.' }),
    next: Type.Array(month('A month.'), {
      description:
        'Months that are over and may be closed next. After the first month-end, only the month after the latest ' +
        'closed month.',
    }),
    openUntil: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The next month to close, if it is not over yet; null: a month may be closed now.',
    } as TSchema),
  },
  { title: 'MonthEnds', description: 'The month-ends of a brand.' },
);

const about = { tags: ['Portal bank'], access: 'portal' } satisfies Partial<Operation>;

const MAKE = {
  ...about,
  operationId: 'closeMonth',
  summary: 'Close a month',
  description:
    'Compares every movement of the month with the bank’s entries and the notifications of providers, and stores ' +
    'the result. A month can be closed once. A repeated call answers the stored result.',
  permission: 'months.close',
  params: PortalBrandPath,
  body: closed({ month: month('The month, such as 2026-10.') }),
  answers: { 200: { description: 'The month-end.', schema: ShownMonthEnd }, ...portalErrors(409) },
} satisfies Operation;

const Path = Type.Object({ ...PortalBrandPath.properties, month: month('The month.') });

export const listMonthEndsCall = call({
  address: 'GET /portal/api/brands/:brandId/month-ends',
  ...about,
  operationId: 'listMonthEnds',
  summary: 'List the month-ends',
  description: 'The closed months with their differences, and the next month to close.',
  permission: 'reports.read',
  params: PortalBrandPath,
  answers: { 200: { description: 'The month-ends.', schema: MonthEnds }, ...portalErrors() },
  handle: async (context, { portal: { brand } }) => {
    const made = await listMonthEnds(context.sql, brand, MOST_MONTHS);
    return { items: made.map(shown), ...(await monthsToClose(context, brand)) };
  },
});

export const closeMonthCall = call({
  address: 'POST /portal/api/brands/:brandId/month-ends',
  ...MAKE,
  handle: async (context, { portal, body }) => {
    const { monthEnd } = await makeMonthEnd(context, portal.actor, portal.brand, body.month);
    return shown(monthEnd);
  },
});

export const downloadMonthEndKeysCall = call({
  address: 'GET /portal/api/brands/:brandId/month-ends/keys',
  ...about,
  operationId: 'downloadMonthEndKeys',
  summary: 'Download the public keys of month-ends',
  description:
    'The key that signs the month-ends and the former keys, as PEM, for close:verify --key. Empty before the first ' +
    'month-end.',
  permission: 'reports.read',
  params: PortalBrandPath,
  answers: {
    200: { description: 'The keys.', contentType: 'application/x-pem-file' },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand } }, reply) => {
    const keys = await listMonthEndKeys(context.sql, brand.merchantId);
    return reply
      .header('content-type', 'application/x-pem-file')
      .header('content-disposition', 'attachment; filename="month-end-keys.pem"')
      .header('cache-control', 'no-store')
      .send(pemOf(keys));
  },
});

export const downloadMonthEndCall = call({
  address: 'GET /portal/api/brands/:brandId/month-ends/:month/file',
  ...about,
  operationId: 'downloadMonthEnd',
  summary: 'Download a month-end',
  description:
    'The ZIP: tables as CSV and XLSX, a page to read, the manifest and its seal. The bytes are the same each time. ' +
    'The ZIP names no customer.',
  permission: 'reports.read',
  params: Path,
  answers: {
    200: { description: 'The ZIP.', contentType: 'application/zip' },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, params }, reply) => {
    const monthEnd = await requireMonthEnd(context.sql, brand, params.month);
    const archive = await monthEndFile(context.sql, monthEnd);
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="${monthEndName(monthEnd, brand.name)}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(archive, { objectMode: false }));
  },
});

function shown({ month, timeZone, madeBy, madeAt, manifest, manifestSha256 }: MonthEnd) {
  const { counts, accounts, settled } = JSON.parse(manifest) as Manifest;
  return {
    month,
    timeZone,
    madeBy,
    madeAt: madeAt.toISOString(),
    sha256: manifestSha256,
    movements: counts.movements,
    bankEntries: counts.bankEntries,
    differences: countsOf<Cause>(counts.differences, settled ? SETTLED_CAUSES : CAUSES),
    changes: countsOf<ChangeKind>(counts.changes, CHANGES),
    accounts: accounts.map(({ account, currency, opening, closing }) => ({
      account,
      currency,
      opening: formatMinor(BigInt(opening), currency),
      closing: formatMinor(BigInt(closing), currency),
    })),
  };
}

/** A change says what happened, so it needs no action. */
const EXPLAINED_NAMES: ReadonlySet<string> = new Set([...EXPLAINED, ...Object.keys(CHANGES)]);

/** In the order of `words`. */
function countsOf<Name extends string>(
  counts: Partial<Record<Name, number>>,
  words: Readonly<Record<Name, string>>,
) {
  return (Object.keys(words) as Name[]).flatMap((name) => {
    const count = counts[name];
    const isExplained = EXPLAINED_NAMES.has(name);
    return count ? [{ name, count, meaning: words[name], isExplained }] : [];
  });
}
