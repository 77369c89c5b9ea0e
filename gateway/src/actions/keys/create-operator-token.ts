// A token for an operator with a name of their own (contract 12), so that the audit log says who it was. Only the
// answer has the token in clear.
import { randomUUIDv7 } from 'node:crypto';
import { type AuditActor, masked, NO_MERCHANT, ROOT } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { hashOf, newOperatorToken } from '../../domain/keys/credentials.ts';
import type { OperatorScope } from '../../domain/keys/operator-scopes.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { insertOperatorToken } from '../../storage/keys/operator-token-store.ts';
import type { Context } from '../context.ts';

export async function createOperatorToken(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  { name, expiresAt, scopes }: { name: string; expiresAt: Date | null; scopes: OperatorScope[] },
): Promise<{ tokenId: string; name: string; token: string }> {
  const at = now();
  const faults: string[] = [];
  if (name.trim().toLowerCase() === ROOT.name) faults.push('name: root is reserved for OPERATOR_TOKEN');
  if (expiresAt !== null && expiresAt <= at) faults.push('expiresAt: must be in the future');
  if (faults.length > 0) throw new Refusal(400, faults);
  const token = newOperatorToken();
  const id = randomUUIDv7();
  await withRetries(() =>
    sql.begin(async (tx) => {
      await insertOperatorToken(tx, { id, name, scopes, tokenHash: hashOf(token), expiresAt }, at);
      await appendAudit(tx, {
        merchantId: NO_MERCHANT,
        at,
        by,
        action: 'operator-token.created',
        target: { kind: 'operator-token', id },
        before: null,
        after: { name, token: masked(token), scopes, expiresAt: expiresAt?.toISOString() ?? null },
      });
    }),
  );
  return { tokenId: id, name, token };
}
