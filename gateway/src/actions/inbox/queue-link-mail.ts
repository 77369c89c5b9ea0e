// Stores the mail with a user's link (contract 2), in the commit that makes the link. The link is sealed: the database
// otherwise knows only its hash. Where mail is off it stores nothing.
import { randomUUIDv7 } from 'node:crypto';
import type { SqlTransaction } from '../../storage/database/database.ts';
import { queueMail } from '../../storage/inbox/mail-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';

export async function queueLinkMail(
  tx: SqlTransaction,
  { config, vault }: Pick<Context, 'config' | 'vault'>,
  {
    merchantId,
    userId,
    kind,
    link,
  }: { merchantId: string; userId: string; kind: 'invitation' | 'password'; link: string },
  at: Date,
): Promise<void> {
  if (config.mail === null) return;
  const linkSealed = vault.seal(link, sealContext.mailedLink(merchantId));
  const id = randomUUIDv7();
  await queueMail(
    tx,
    { merchantId, id, userId, transactionId: null, brandId: null, kind, content: null, linkSealed },
    at,
  );
}
