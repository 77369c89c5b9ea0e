// Takes a report of a provider about its payouts (contract 17): from a person's hands, or fetched after the provider's
// notification. It is read as a stream and stored in one commit, with each of its lines once. The same file again gets
// the first answer. A report that cannot be read, or that is about another account, leaves nothing stored.
import { createHash } from 'node:crypto';
import type { SettlementSource } from '@tollgate/provider-kit';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { ReportFault } from '@tollgate/provider-kit/seam/settlement';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { isLockTimeout, type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { findReport, insertReport, type ReportAnswer } from '../../storage/settlements/report-store.ts';
import { lockSource, type OfBrand, type Source } from '../../storage/settlements/settlement-store.ts';
import type { Context } from '../context.ts';
import { storeLines } from './store-lines.ts';

export interface TakenReport {
  answer: ReportAnswer;
  /** false: we took this file before. */
  isNew: boolean;
}

/** How often we try while another import of the account holds the lock. Each try waits until the lock times out. */
const TRIES_AT_LOCKED = 6;

/**
 * `bytes` gives the whole report each time it is called. Throws ReportFault, and stores nothing, if it is not a report
 * of this account.
 */
export async function takeReport(
  context: Context,
  by: AuditActor,
  { account, read }: { account: ProviderAccount; read: NonNullable<SettlementSource['readReport']> },
  bytes: () => AsyncIterable<Uint8Array>,
): Promise<TakenReport> {
  const { merchantId, brandId, id: accountId, provider } = account;
  const source = { merchantId, brandId, accountId, provider };
  const sha256 = await hashOf(bytes());
  for (let tries = 1; ; tries++) {
    try {
      return await withRetries(() =>
        context.sql.begin(async (tx) => {
          await lockSource(tx, source, context.now());
          const known = await findReport(tx, source, sha256);
          if (known) return { answer: known, isNew: false };
          const answer = await storeReport(context, tx, source, read(bytes()));
          await insertTaken(context, tx, by, { source, sha256, answer });
          return { answer, isNew: true };
        }),
      );
    } catch (error) {
      if (!isLockTimeout(error) || tries === TRIES_AT_LOCKED) throw error;
    }
  }
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}

async function storeReport(
  context: Context,
  tx: SqlTransaction,
  source: Source,
  parts: ReturnType<NonNullable<SettlementSource['readReport']>>,
): Promise<ReportAnswer> {
  const answer: ReportAnswer = { settlements: [], lines: 0, known: 0, unmatched: 0, conflicts: 0 };
  for await (const { payout, lines } of parts) {
    const { settlement, ...counts } = await storeLines(
      tx,
      source,
      { payout, lines, isComplete: true, nextPage: null },
      context.now(),
    );
    if (!answer.settlements.includes(settlement.id)) answer.settlements.push(settlement.id);
    answer.lines += lines.length;
    answer.known += counts.known;
    answer.unmatched += counts.unmatched;
    answer.conflicts += counts.conflicts;
  }
  if (answer.settlements.length === 0) throw new ReportFault('it tells of no payout');
  return answer;
}

async function insertTaken(
  context: Context,
  tx: SqlTransaction,
  by: AuditActor,
  { source, sha256, answer }: { source: Source; sha256: string; answer: ReportAnswer },
): Promise<void> {
  const at = context.now();
  await insertReport(tx, source, { id: timeOrderedId(at), sha256, answer, takenBy: by.name, at });
  await appendAudit(tx, {
    merchantId: source.merchantId,
    at,
    by,
    action: 'settlement-report.taken',
    target: { kind: 'brand', id: source.brandId },
    before: null,
    after: { provider: source.provider, accountId: source.accountId, sha256, ...answer },
  });
}

/**
 * For a person: finds the brand's account that the report is of. Retired accounts count too. Throws Refusal 400 if the
 * provider writes no reports, or if it is a report of none of them.
 */
export async function takeReportByHand(
  context: Context,
  by: AuditActor,
  { brandId }: OfBrand,
  { provider, bytes }: { provider: string; bytes: () => AsyncIterable<Uint8Array> },
): Promise<TakenReport> {
  const kind = context.providerKinds.find(({ id }) => id === provider);
  if (!kind) throw new Refusal(400, ['provider: is not known']);
  const accounts = context.providerAccounts
    .all()
    .filter((one) => one.brandId === brandId && one.provider === provider)
    // The account in use first.
    .toSorted((a) => (a.retiredAt === null ? -1 : 1));
  if (accounts.length === 0) throw new Refusal(400, [`provider: the brand has no account at ${kind.name}`]);
  let fault: ReportFault | null = null;
  for (const account of accounts) {
    const read = context.provider(provider, account.id)?.settlements?.readReport;
    if (!read)
      throw new Refusal(400, [`provider: ${kind.name} is asked for its payouts; it writes no reports`]);
    try {
      return await takeReport(context, by, { account, read }, bytes);
    } catch (error) {
      if (!(error instanceof ReportFault)) throw error;
      fault ??= error;
    }
  }
  throw new Refusal(400, [`body: ${fault!.message}`]);
}
