// What happens to a file of payouts after it was made (contract 15): somebody downloads it, with the same bytes each
// time, or withdraws it before it was sent. Both are audited.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { fileIdOf, idOfCompact } from '../../domain/bank/payment-file.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import {
  type BankFile,
  findBankFile,
  noteBankFileDownload,
  readBankFileContent,
  withdrawBankFile,
} from '../../storage/bank/bank-file-store.ts';
import { type Sql, type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';

const ERASED =
  'fileId: the bytes of the file were erased with the personal data of a payout in it; compare its sha256 with your own copy; ' +
  'if the file was never uploaded, withdraw it and make a new file';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

/** Throws Refusal 404. */
export async function requireBankFile(
  sql: Sql | SqlTransaction,
  brand: OfBrand,
  fileId: string,
): Promise<BankFile> {
  const id = idOfCompact(fileId);
  const file = id === null ? null : await findBankFile(sql, brand, id);
  if (!file) throw new Refusal(404, 'fileId: the brand has no such file');
  return file;
}

/**
 * Throws Refusal 404; 409 for a withdrawn file, because nobody may send it any more; or 410 for a file that was erased
 * together with the personal data of one of its payouts.
 */
export async function downloadBankFile(
  { sql, now, vault }: Pick<Context, 'sql' | 'now' | 'vault'>,
  by: AuditActor,
  brand: OfBrand,
  fileId: string,
): Promise<{ file: BankFile; content: Buffer }> {
  const { file, sealed } = await withRetries(() =>
    sql.begin(async (tx) => {
      const found = await requireBankFile(tx, brand, fileId);
      if (found.withdrawnAt !== null) throw new Refusal(409, 'fileId: the file was withdrawn');
      const content = await readBankFileContent(tx, found);
      if (content.length === 0) throw new Refusal(410, ERASED);
      const at = now();
      await noteBankFileDownload(tx, found, by.name, at);
      await appendAudit(tx, {
        merchantId: brand.merchantId,
        at,
        by,
        before: null,
        action: 'bank-file.downloaded',
        target: { kind: 'brand', id: brand.brandId },
        after: { fileId: fileIdOf(found.id), sha256: found.sha256 },
      });
      return { file: found, sealed: content };
    }),
  );
  return { file, content: await vault.open(sealed, sealContext.bankFile(brand.merchantId)) };
}

/**
 * The payouts of the file wait again. Throws Refusal 404, or 409 if the file was withdrawn before or the bank has
 * reported on it.
 */
export async function withdrawPaymentFile(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  brand: OfBrand,
  { fileId, reason }: { fileId: string; reason: string },
): Promise<BankFile> {
  return await withRetries(() =>
    sql.begin(async (tx) => {
      const file = await requireBankFile(tx, brand, fileId);
      const at = now();
      if (!(await withdrawBankFile(tx, file, by.name, at)))
        throw new Refusal(409, whyNot(await requireBankFile(tx, brand, fileId)));
      await appendAudit(tx, {
        merchantId: brand.merchantId,
        at,
        by,
        action: 'bank-file.withdrawn',
        target: { kind: 'brand', id: brand.brandId },
        before: { fileId: fileIdOf(file.id), payouts: file.payouts },
        after: { fileId: fileIdOf(file.id), payouts: 0, reason },
        personalFields: ['reason'],
      });
      return { ...file, withdrawnBy: by.name, withdrawnAt: at };
    }),
  );
}

function whyNot({ withdrawnAt }: BankFile): string {
  return withdrawnAt === null
    ? 'fileId: the bank has reported on the file, so it was uploaded and cannot be withdrawn; cancel it at the bank ' +
        'and import its report'
    : 'fileId: the file is already withdrawn';
}
