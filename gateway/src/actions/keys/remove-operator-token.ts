// Removes a named operator's token: after the commit it opens nothing, in any process (contract 12). Rows of the audit
// log keep the operator's name.
import { type AuditActor, NO_MERCHANT } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { deleteOperatorToken } from '../../storage/keys/operator-token-store.ts';
import type { Context } from '../context.ts';

export async function removeOperatorToken(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  tokenId: string,
): Promise<void> {
  await withRetries(() =>
    sql.begin(async (tx) => {
      const removed = await deleteOperatorToken(tx, tokenId);
      if (!removed) throw new Refusal(404, 'id: no such token');
      await appendAudit(tx, {
        merchantId: NO_MERCHANT,
        at: now(),
        by,
        action: 'operator-token.removed',
        target: { kind: 'operator-token', id: removed.id },
        before: {
          name: removed.name,
          scopes: removed.scopes,
          expiresAt: removed.expiresAt?.toISOString() ?? null,
        },
        after: null,
      });
    }),
  );
}
