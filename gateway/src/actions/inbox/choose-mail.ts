// A user says which mail about the inbox they want: in the account, or with the link in a mail, which ends all of it.

import type { AuditActor } from '../../domain/audit/audit.ts';
import type { MailChoice } from '../../domain/inbox/mail.ts';
import { lockUser, setUserMail } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';

/** The same choice again changes nothing. */
export async function chooseMail(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  { merchantId, userId }: { merchantId: string; userId: string },
  mail: MailChoice,
): Promise<void> {
  await withRetries(() =>
    sql.begin(async (tx) => {
      const user = await lockUser(tx, merchantId, userId);
      if (!user || user.mail === mail) return;
      await setUserMail(tx, user, mail);
      await appendAudit(tx, {
        merchantId,
        at: now(),
        by,
        action: 'user.changed',
        target: { kind: 'user', id: userId },
        before: { mail: user.mail },
        after: { mail },
      });
    }),
  );
}
