// Brings an archived month back into the database (docs/decisions/0091): the same rows, byte for byte, except those
// that were erased since. Afterwards the archive no longer has the month. The command `archive` runs it; safe to repeat
// after a kill.

import { type ArchivedFile, lastActOn, presentFiles } from '../../domain/archive/archive-manifest.ts';
import { ArchiveError, type Month, nameOfMonth } from '../../domain/archive/month.ts';
import { type AuditActor, NO_MERCHANT } from '../../domain/audit/audit.ts';
import { archiveErasures } from '../../storage/archive/archive-erasures.ts';
import { fileFault, matchFolderToManifest, readArchiveFile } from '../../storage/archive/archive-folder.ts';
import {
  appendEntry,
  archiveLines,
  closedMonths,
  setState,
  throwArchiveBusy,
  withArchiveLock,
} from '../../storage/archive/closed-months.ts';
import { fillTable, makeTablesToFill, useFilledTables } from '../../storage/archive/month-tables.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import type { Sql } from '../../storage/database/database.ts';
import { type Archived, type Archiving, summed } from './archive-month.ts';
import { eraseInFiles } from './erase-archived.ts';

export async function restoreMonth(archiving: Archiving, by: AuditActor, month: Month): Promise<Archived> {
  const { sql, folder, now, atStep = () => {} } = archiving;
  const name = nameOfMonth(month);
  const restored = await withArchiveLock(sql, async (patient) => {
    const own = (await closedMonths(patient)).find((one) => one.month === month);
    const lines = await archiveLines(patient);
    const isBack = own?.state === 'closed' && lastActOn(lines, name) === 'restored';
    if (!isBack && !(own && ['archived', 'restoring'].includes(own.state)))
      throw new ArchiveError(`${name} is not in the archive`);
    await matchFolderToManifest(folder, lines);
    // An earlier run was killed when only the folder was left to do.
    if (isBack) return summed([]);
    atStep('erase');
    await eraseInFiles(patient, folder, now());
    const present = [...presentFiles(await archiveLines(patient)).values()];
    const files = present.filter((one) => one.month === name);
    atStep('check');
    for (const file of files) {
      const fault = await fileFault(folder, file);
      if (fault !== null) throw new ArchiveError(`nothing was restored: ${fault}`);
    }
    atStep('fill');
    await setState(patient, month, 'restoring');
    await makeTablesToFill(patient, month);
    await fill(
      patient,
      archiving,
      month,
      files.filter(({ table }) => table !== 'webhook_queue'),
    );
    atStep('use');
    await useFilledTables(patient, month, async (tx) => {
      if ((await archiveErasures(tx)).some((one) => one.month === month))
        throw new ArchiveError(
          `a customer of ${name} has just been erased, so nothing was restored; run the command again`,
        );
      await fill(
        tx as unknown as Sql,
        archiving,
        month,
        files.filter(({ table }) => table === 'webhook_queue'),
      );
      const gone = files.map(({ file }) => file);
      await appendEntry(tx, { act: 'restored', month: name, seal: own.seal!, files: [], gone }, now());
      await setState(tx, month, 'closed');
      await appendAudit(tx, {
        merchantId: NO_MERCHANT,
        at: now(),
        by,
        action: 'month.restored',
        target: { kind: 'month', id: name },
        before: { state: 'archived' },
        after: { state: 'closed' },
      });
    });
    atStep('manifest');
    await matchFolderToManifest(folder, await archiveLines(patient));
    return summed(files);
  });
  return restored ?? throwArchiveBusy();
}

async function fill(
  sql: Sql,
  { folder }: Archiving,
  month: Month,
  files: readonly ArchivedFile[],
): Promise<void> {
  for (const { file, table } of files)
    for await (const lines of readArchiveFile(folder, file))
      if (lines.length > 0) await fillTable(sql, month, table, lines);
}
