// Evidence against a dispute as it is stored: texts and files as one JSON text, sealed. Nobody may log it.
import type { Evidence } from '@tollgate/provider-kit';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { readEvidence } from '../../storage/after-end/response-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';

interface Stored extends Omit<Evidence, 'files'> {
  files: (Omit<Evidence['files'][number], 'bytes'> & { content: string })[];
}

export function sealEvidence(
  { vault }: Pick<Context, 'vault'>,
  { merchantId }: Pick<Transaction, 'merchantId'>,
  { files, ...evidence }: Evidence,
): Buffer {
  const stored: Stored = {
    ...evidence,
    files: files.map(({ bytes, ...file }) => ({ ...file, content: Buffer.from(bytes).toString('base64') })),
  };
  return vault.seal(JSON.stringify(stored), sealContext.evidence(merchantId));
}

/** null: it was erased, or the response has none. */
export async function openEvidence(
  { sql, vault }: Pick<Context, 'sql' | 'vault'>,
  of: { merchantId: string; transactionId: string },
  responseId: string,
): Promise<Evidence | null> {
  const sealed = await readEvidence(sql, of, responseId);
  if (!sealed) return null;
  const text = (await vault.open(sealed, sealContext.evidence(of.merchantId))).toString('utf8');
  const { files, ...evidence } = JSON.parse(text) as Stored;
  return {
    ...evidence,
    files: files.map(({ content, ...file }) => ({ ...file, bytes: Buffer.from(content, 'base64') })),
  };
}
