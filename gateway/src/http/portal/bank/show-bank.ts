// GET /portal/api/brands/{brandId}/bank: the page about the brand's bank account (contract 15): the waiting work, the
// latest files with the bank's answer, and the latest statements with their checks. Plain reads.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { BANK_ID, bankAccountOf } from '../../../domain/bank/bank-account.ts';
import { targetDayAt, targetDayFrom } from '../../../domain/bank/target-days.ts';
import { toWire } from '../../../domain/money/money.ts';
import { type BankFile, latestBankFiles } from '../../../storage/bank/bank-file-store.ts';
import {
  type FileStanding,
  standingOfFiles,
  sumStatements,
  sumWaiting,
} from '../../../storage/bank/bank-overview.ts';
import { countRefused } from '../../../storage/bank/filed-payout-store.ts';
import { type NameCheckSum, sumNameChecks } from '../../../storage/bank/name-check-store.ts';
import { latestStatements } from '../../../storage/bank/statement-store.ts';
import { call } from '../../calls/call.ts';
import { answerBankFile, BankFileAnswer } from '../../schemas/bank-schemas.ts';
import { orNull, textOrNull, timeOrNull } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { headOf, StatementHead } from './show-statement.ts';
import { checksOf } from './statement-checks.ts';

const FILES = 10;
const STATEMENTS = 10;

const count = (description: string) => Type.Integer({ description });
const money = (description: string) => Type.Number({ description: `${description} In euro.` });
export const PortalBankFile = Type.Object(
  {
    ...BankFileAnswer.properties,
    madeBy: Type.String({ description: 'Who created it.' }),
    downloadedBy: textOrNull('Who downloaded it first; null: nobody yet.'),
    downloadedAt: timeOrNull('When.'),
    withdrawnBy: textOrNull('Who withdrew it.'),
    isReported: Type.Boolean({ description: 'true: the bank has reported on the file, so it was sent.' }),
    isErased: Type.Boolean({
      description: 'true: its bytes were erased with the personal data of a payout in it.',
    }),
    open: count('Payouts on which the bank has reported nothing final.'),
    paid: count('Payouts that the bank paid.'),
    rejected: count('Payouts that the bank rejected, or that came back before they were booked.'),
    returned: count('Payouts that came back afterwards.'),
    refusedInstant: count(
      'Payouts that left the file because the bank refused them as instant transfers. They go as ordinary ones.',
    ),
  },
  { title: 'PortalBankFile', description: 'A payment file and the bank’s answer.' },
);

const PortalStatement = Type.Object(
  {
    ...StatementHead,
    payments: count('Pay-ins that it completed.'),
    payouts: count('Payouts that it reported on.'),
    settlements: count('Payouts of providers that it has.'),
    forPeople: count('Entries that still need a person.'),
  },
  { title: 'PortalBankStatement', description: 'An imported statement.' },
);

const Bank = Type.Object(
  {
    account: orNull(
      Type.Object(
        {
          iban: Type.String({ description: 'Its IBAN.' }),
          holder: Type.String({ description: 'Its holder.' }),
        },
        { description: 'The account in use; null: there is none.' },
      ),
    ),
    waiting: Type.Object(
      {
        payouts: count('Approved payouts that wait for a file.'),
        total: money('Their sum.'),
        approvedBy: Type.Array(Type.String(), {
          description: 'Who approved them. Payouts that were approved automatically name nobody.',
        }),
        executionDate: Type.String({
          format: 'date',
          description: 'When the bank would pay a file that is created now.',
        }),
        maySkipNameCheck: Type.Boolean({
          description:
            'false: an account would have a single payout, and no bank lets it skip the name check.',
        }),
        instant: Type.Object(
          {
            isDefault: Type.Boolean({ description: 'The setting of the brand.' }),
            payouts: count('Payouts without those that the bank refused as instant transfers.'),
            total: money('Their sum.'),
            executionDate: Type.String({
              format: 'date',
              description: 'Today: instant transfers are paid on each day.',
            }),
            maySkipNameCheck: Type.Boolean({ description: 'As above.' }),
          },
          { description: 'The content of a file of instant transfers that is created now.' },
        ),
      },
      { description: 'The content of a file that is created now.' },
    ),
    files: Type.Array(PortalBankFile, { description: 'The latest, newest first.' }),
    statements: Type.Array(PortalStatement, { description: 'The latest, newest first.' }),
  },
  { title: 'PortalBank', description: 'The bank account of a brand.' },
);

export const showBankCall = call({
  address: 'GET /portal/api/brands/:brandId/bank',
  operationId: 'showBank',
  tags: ['Portal bank'],
  summary: 'Show the bank account',
  description: 'The payouts that wait for a file, and the latest payment files and statements.',
  access: 'portal',
  permission: 'bank.read',
  params: PortalBrandPath,
  answers: { 200: { description: 'The account.', schema: Bank }, ...portalErrors() },
  handle: async (context, { portal: { brand } }) => {
    const { sql } = context;
    const account = context.providerAccounts
      .ofBrand(brand.brandId)
      .find(({ provider }) => provider === BANK_ID);
    const own = account ? bankAccountOf(account.credentials) : null;
    const [waiting, files, statements] = await Promise.all([
      sumWaiting(sql, brand),
      latestBankFiles(sql, brand, FILES),
      latestStatements(sql, brand, STATEMENTS),
    ]);
    const shownFiles = await shownWithNews(context, files);
    const statementIds = statements.map(({ id }) => id);
    const sums = await sumStatements(sql, brand, statementIds);
    const checks = await checksOf(context, brand, statementIds);
    return {
      account: own && { iban: own.iban, holder: own.holder },
      waiting: {
        payouts: waiting.payouts,
        total: toWire(waiting.totalMinor, 'EUR'),
        approvedBy: waiting.approvedBy,
        executionDate: targetDayFrom(targetDayAt(context.now())),
        maySkipNameCheck: waiting.smallestBatch > 1,
        instant: {
          isDefault: context.brands.byId(brand.brandId)?.instantPayouts ?? false,
          payouts: waiting.instant.payouts,
          total: toWire(waiting.instant.totalMinor, 'EUR'),
          executionDate: targetDayAt(context.now()),
          maySkipNameCheck: waiting.instant.smallestBatch > 1,
        },
      },
      files: shownFiles,
      statements: statements.map((one) => ({
        ...headOf(one),
        checks: checks.get(one.id) ?? [],
        ...(sums.get(one.id) ?? { payments: 0, payouts: 0, settlements: 0, forPeople: 0 }),
      })),
    };
  },
});

interface FileNews {
  standing?: FileStanding | undefined;
  nameChecks?: NameCheckSum | undefined;
  refusedInstant?: number | undefined;
}

async function shownWithNews({ sql }: Context, files: readonly BankFile[]) {
  const [first] = files;
  if (!first) return [];
  const ids = files.map(({ id }) => id);
  const [standings, nameChecks, refused] = await Promise.all([
    standingOfFiles(sql, first, ids),
    sumNameChecks(sql, first.merchantId, ids),
    countRefused(sql, first.merchantId, ids),
  ]);
  return files.map((file) =>
    shownFile(file, {
      standing: standings.get(file.id),
      nameChecks: nameChecks.get(file.id),
      refusedInstant: refused.get(file.id),
    }),
  );
}

export function shownFile(file: BankFile, { standing, nameChecks, refusedInstant = 0 }: FileNews = {}) {
  const { madeBy, downloadedBy, downloadedAt, withdrawnBy, reportedAt, isErased } = file;
  return {
    ...answerBankFile(file, nameChecks),
    refusedInstant,
    madeBy,
    downloadedBy,
    withdrawnBy,
    downloadedAt: downloadedAt?.toISOString() ?? null,
    isReported: reportedAt !== null,
    isErased,
    ...(standing ?? { open: 0, paid: 0, rejected: 0, returned: 0 }),
  };
}
