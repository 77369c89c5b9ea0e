// Writes a wrong operator token into the audit log (contract 12): who tried, from where, at which call; never the
// token. http/auth/operator-token.ts limits how many rows it writes. If the row cannot be written, the caller is still
// refused.
import { NO_MERCHANT } from '../../domain/audit/audit.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

const NOBODY = { kind: 'operator', id: 'unknown', name: 'unknown' } as const;

export async function noteWrongToken(
  { sql, now, log }: Pick<Context, 'sql' | 'now' | 'log'>,
  { requestId, ip, call }: { requestId: string; ip: string; call: string },
): Promise<void> {
  try {
    await withRetries(() =>
      sql.begin((tx) =>
        appendAudit(tx, {
          merchantId: NO_MERCHANT,
          at: now(),
          by: { ...NOBODY, requestId, ip },
          action: 'operator.sign-in-failed',
          target: { kind: 'address', id: ip },
          before: null,
          after: { call },
        }),
      ),
    );
  } catch (error) {
    log.error({ err: error, requestId }, 'a wrong operator token could not be written into the audit log');
  }
}
