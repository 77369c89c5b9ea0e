// Makes a file of all payouts that wait for one (contract 15), as ordinary or instant transfers
// (docs/decisions/0128). One commit gives the payouts to the file, stores its bytes and writes the audit log. So a
// second request at the same time gets none of these payouts, and a crash leaves a whole file or no file.
import { createHash } from 'node:crypto';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { type BankAccount, bankAccountOf } from '../../domain/bank/bank-account.ts';
import { type FiledPayout, fileIdOf, paymentFileXml } from '../../domain/bank/payment-file.ts';
import { targetDayAt, targetDayFrom } from '../../domain/bank/target-days.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isDay } from '../../domain/ledger/zoned-days.ts';
import { toWire } from '../../domain/money/money.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import {
  type BankFile,
  findBankFile,
  insertBankFile,
  lockWaitingPayouts,
  type WaitingPayout,
} from '../../storage/bank/bank-file-store.ts';
import { isReadingStatement } from '../../storage/bank/statement-store.ts';
import {
  retryAfterConnectionLoss,
  type SqlTransaction,
  withRetries,
} from '../../storage/database/database.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { openPaymentData } from '../payment-means/keep-payment-fields.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

export interface FileChoices {
  /** null: today. */
  executionDate: string | null;
  /** null: as the brand's setting says. */
  isInstant: boolean | null;
  skipsNameCheck: boolean;
}

/**
 * Throws Refusal 400 for an invalid or past day, and 409 if no payout waits, or if a single payout would have to skip
 * the name check. Also throws 409 while a statement is being read, because it may say that the bank already has a
 * payout.
 */
export async function makeBankFile(
  context: Context,
  by: AuditActor,
  brand: OfBrand,
  { executionDate, skipsNameCheck, ...wanted }: FileChoices,
): Promise<BankFile> {
  const isInstant = wanted.isInstant ?? context.brands.byId(brand.brandId)?.instantPayouts ?? false;
  const day = executionDayOf(executionDate, isInstant, context.now());
  const id = timeOrderedId(context.now());
  return await retryAfterConnectionLoss(() =>
    withRetries(() =>
      context.sql.begin(async (tx) => {
        // An earlier try may have committed without an acknowledgement.
        const made = await findBankFile(tx, brand, id);
        return made ?? (await claimAndStore(context, tx, { by, brand, day, id, isInstant, skipsNameCheck }));
      }),
    ),
  );
}

/** Instant transfers are settled on every day. */
function executionDayOf(wanted: string | null, isInstant: boolean, now: Date): string {
  const today = targetDayAt(now);
  const day = wanted ?? today;
  if (!isDay(day)) throw new Refusal(400, ['executionDate: must be a day such as 2026-03-02']);
  if (day < today) throw new Refusal(400, [`executionDate: is in the past; today is ${today}`]);
  return isInstant ? day : targetDayFrom(day);
}

interface Making {
  by: AuditActor;
  brand: OfBrand;
  day: string;
  id: string;
  isInstant: boolean;
  skipsNameCheck: boolean;
}

async function claimAndStore(
  context: Context,
  tx: SqlTransaction,
  { by, brand, day, id, isInstant, skipsNameCheck }: Making,
): Promise<BankFile> {
  const { merchantId, brandId } = brand;
  if (await isReadingStatement(tx, brand))
    throw new Refusal(409, 'a statement is being imported; make the file when the import has ended');
  const waiting = await lockWaitingPayouts(tx, brand, isInstant);
  if (waiting.length === 0) throw await nothingToFile(tx, brand, isInstant);
  const at = context.now();
  const batches = await batchesOf(context, merchantId, waiting);
  if (skipsNameCheck && batches.some(({ payouts }) => payouts.length === 1)) throw new Refusal(409, SINGLE);
  const xml = paymentFileXml({ id, createdAt: at, executionDate: day, isInstant, batches });
  const totalMinor = waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const file = {
    merchantId,
    id,
    brandId,
    totalMinor,
    madeBy: by.name,
    createdAt: at,
    payouts: waiting.length,
    executionDate: day,
    isInstant,
    skipsNameCheck,
    sha256: createHash('sha256').update(xml, 'utf8').digest('hex'),
  };
  const contentSealed = context.vault.seal(xml, sealContext.bankFile(merchantId));
  const ids = batches.map(({ payouts }) => payouts.map(({ transactionId }) => transactionId));
  await insertBankFile(tx, { ...file, contentSealed }, ids);
  await appendAudit(tx, {
    merchantId,
    at,
    by,
    before: null,
    action: 'bank-file.made',
    target: { kind: 'brand', id: brandId },
    after: {
      fileId: fileIdOf(id),
      payouts: file.payouts,
      total: toWire(totalMinor, 'EUR'),
      currency: 'EUR',
      executionDate: day,
      instant: isInstant,
      skipNameCheck: skipsNameCheck,
      sha256: file.sha256,
    },
  });
  return {
    ...file,
    downloadedBy: null,
    downloadedAt: null,
    withdrawnBy: null,
    withdrawnAt: null,
    reportedAt: null,
    isErased: false,
  };
}

const SINGLE =
  'skipNameCheck: an account has a single payout in this file; no bank lets a single payout skip the name check, ' +
  'only a batch of several';

async function nothingToFile(tx: SqlTransaction, brand: OfBrand, isInstant: boolean): Promise<Refusal> {
  const isOthers = isInstant && (await lockWaitingPayouts(tx, brand, false)).length > 0;
  return new Refusal(
    409,
    isOthers
      ? 'instant: the bank refused every waiting payout as an instant transfer; make an ordinary file'
      : 'no payout waits for a file',
  );
}

/**
 * One batch for each account for which a payout was approved. This includes retired accounts: their payouts are still
 * filed from there.
 */
async function batchesOf(context: Context, merchantId: string, waiting: readonly WaitingPayout[]) {
  const batches: { account: BankAccount; payouts: FiledPayout[] }[] = [];
  for (const [accountId, own] of Map.groupBy(waiting, (one) => one.accountId)) {
    const kept = await context.providerAccounts.find(accountId);
    const account = kept ? bankAccountOf(kept.credentials) : null;
    if (!account) throw new Error(`the bank account ${accountId} cannot be read`);
    const payouts: FiledPayout[] = [];
    for (const payout of own) payouts.push(await filed(context, merchantId, payout));
    batches.push({ account, payouts });
  }
  return batches;
}

async function filed(context: Context, merchantId: string, payout: WaitingPayout): Promise<FiledPayout> {
  const { transactionId, amountMinor, merchantReference, paymentReference, paymentDataSealed } = payout;
  const { iban, bic, accountHolder } = await openPaymentData(context, { merchantId, paymentDataSealed });
  if (iban === undefined || accountHolder === undefined)
    throw new Error(`payout ${transactionId} has no recipient to be filed with`);
  return {
    transactionId,
    amountMinor,
    iban,
    bic: bic ?? null,
    name: accountHolder,
    text: paymentReference ?? merchantReference,
  };
}
