// The signature debugger (contract 14): says how a signature was made. It only reads. For a webhook it looks up the
// bytes that were sent, so it notices a body that was parsed and serialised again. It also tries secrets that ended
// lately. No secret leaves this file.

import { Refusal } from '../../domain/errors/refusal.ts';
import { type Explanation, explainSignature, type SignedThing } from '../../domain/keys/signature-debug.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { isUuid } from '../../domain/text.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import { loadSigningSecrets } from '../../storage/merchants/brand-store.ts';
import { findDelivery } from '../../storage/webhooks/find-delivery.ts';
import type { Context } from '../context.ts';

export interface SignatureQuestion {
  thing: SignedThing;
  body: string;
  header: string;
  /** null: any secret of the brand. */
  secretId: string | null;
}

export interface SignatureAnswer extends Explanation {
  /** Whether the sent bytes are known: the body names an event of the brand. */
  knownEvent: boolean;
}

type Parts = Pick<Context, 'sql' | 'now' | 'vault'>;

/** A merchant may still sign with a secret that ended this long ago. */
const ENDED_LATELY_MS = 90 * 86_400_000;

export async function explainGivenSignature(
  context: Parts,
  brand: Brand,
  { thing, body, header, secretId }: SignatureQuestion,
): Promise<SignatureAnswer> {
  const rows = (await secretRows(context, brand)).filter(({ id }) => secretId === null || id === secretId);
  if (rows.length === 0) throw new Refusal(404, 'secretId: no such secret of the brand');
  const secrets = await Promise.all(
    rows.map(async ({ id, expiresAt, secretSealed }) => {
      const opened = await context.vault.open(secretSealed, sealContext.signingSecret(brand.brandId));
      return { id, expiresAt, secret: opened.toString() };
    }),
  );
  const sent = thing === 'webhook' ? await sentBody(context.sql, brand, body) : null;
  const explanation = explainSignature({ thing, body, header, sent }, secrets, context.now());
  return { ...explanation, knownEvent: sent !== null };
}

async function secretRows({ sql, now }: Parts, { merchantId, brandId }: Brand) {
  const endedAfter = new Date(now().getTime() - ENDED_LATELY_MS);
  const rows = await loadSigningSecrets(sql, [merchantId], [brandId], endedAfter);
  return rows.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** The body of the event that it names; null: it names no event of ours. */
async function sentBody(
  sql: Context['sql'],
  { merchantId, brandId }: Brand,
  body: string,
): Promise<string | null> {
  let named: { transactionId?: unknown; sequence?: unknown } | null;
  try {
    named = JSON.parse(body);
  } catch {
    return null;
  }
  const { transactionId, sequence } = named ?? {};
  if (typeof transactionId !== 'string' || !isUuid(transactionId)) return null;
  if (typeof sequence !== 'number' || !Number.isInteger(sequence) || sequence < 1 || sequence > 1e6)
    return null;
  return (await findDelivery(sql, { merchantId, brandId, transactionId, sequence }))?.body ?? null;
}
