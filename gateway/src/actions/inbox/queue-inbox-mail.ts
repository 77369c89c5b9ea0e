// Stores a mail about the inbox for each user of a merchant who wants this kind of mail and may decide something that
// it tells of. The caller's commit notes that it was told.
import { randomUUIDv7 } from 'node:crypto';
import { linesFor, type MailLine, wants } from '../../domain/inbox/mail.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { listMailReaders } from '../../storage/access/user-store.ts';
import type { SqlTransaction } from '../../storage/database/database.ts';
import { queueMail } from '../../storage/inbox/mail-store.ts';

export async function queueInboxMail(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  { kind, lines, at }: { kind: 'digest' | 'urgent'; lines: readonly MailLine[]; at: Date },
): Promise<void> {
  const content = JSON.stringify(lines);
  for (const { id: userId, role, mail } of await listMailReaders(tx, merchantId)) {
    if (!wants(mail, kind) || linesFor(role, lines).length === 0) continue;
    const id = randomUUIDv7();
    await queueMail(
      tx,
      { merchantId, id, userId, transactionId: null, brandId, kind, content, linkSealed: null },
      at,
    );
  }
}
