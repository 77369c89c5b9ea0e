// Payment files, with the bank's answer. From here a user downloads a file, or opens it.
import { Button, Drawer } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { addressOf } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { countText, moneyText, numberText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { Section } from '../../parts/section.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { BANK, type Bank, FILES, type File } from './bank/bank-answer.ts';

const FilePayouts = lazy(() =>
  import('./bank/later/file-payouts.tsx').then(({ FilePayouts }) => ({ default: FilePayouts })),
);

export function Files({ files }: Pick<Bank, 'files'>) {
  const { id: brandId } = useBrand();
  const mayExchange = useCan('bank.exchange');
  const [shownId, setShownId] = useState<string | null>(null);
  const shown = files.find(({ fileId }) => fileId === shownId) ?? null;
  return (
    <Section title="Payment files" lead="The latest ten, with the bank’s answer.">
      <DataTable
        label="Payment files"
        columns={[
          {
            id: 'what',
            header: 'File',
            cell: ({ payouts, instant }) => `${countText(payouts, 'payout')}${instant ? ', instant' : ''}`,
          },
          {
            id: 'total',
            header: 'Total',
            beside: true,
            align: 'end',
            cell: ({ total }) => <Money amount={total} currency="EUR" />,
          },
          { id: 'answer', header: 'Bank’s answer', cell: (file) => <BankAnswer file={file} /> },
          { id: 'day', header: 'To be paid on', cell: ({ executionDate }) => executionDate },
          {
            id: 'made',
            header: 'Created',
            cell: ({ createdAt, madeBy }) => (
              <span>
                <Time at={createdAt} /> by {madeBy}
              </span>
            ),
          },
          {
            id: 'download',
            header: 'Downloaded',
            cell: ({ downloadedAt }) => (downloadedAt === null ? 'Not yet' : <Time at={downloadedAt} />),
          },
          ...(mayExchange
            ? [
                {
                  id: 'get',
                  header: 'Download',
                  headerHidden: true,
                  cell: ({ fileId, withdrawnAt, isErased }: File) =>
                    withdrawnAt === null &&
                    !isErased && (
                      <Button
                        component="a"
                        size="compact-sm"
                        variant="default"
                        href={addressOf(`${FILES}/{fileId}/content`, { params: { brandId, fileId } })}
                        onClick={(event) => {
                          event.stopPropagation();
                          setTimeout(() => invalidate(BANK), 1_500);
                        }}
                      >
                        Download
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
        rows={files}
        rowKey={({ fileId }) => fileId}
        onOpen={({ fileId }) => setShownId(fileId)}
        empty={<EmptyState title="No file yet">Payment files for your bank appear here.</EmptyState>}
      />
      <Drawer
        opened={shown !== null}
        onClose={() => setShownId(null)}
        position="right"
        size="xl"
        title={shown && `${countText(shown.payouts, 'payout')}, ${moneyText(shown.total, 'EUR')}`}
      >
        {shown && (
          <Suspense>
            <FilePayouts file={shown} onDone={() => setShownId(null)} />
          </Suspense>
        )}
      </Drawer>
    </Section>
  );
}

function BankAnswer({ file }: { file: File }) {
  const { withdrawnAt, withdrawnBy, isReported, open, paid, rejected, returned, refusedInstant } = file;
  const { toDecide } = file.nameChecks;
  if (withdrawnAt !== null) return <StatusDot mood="quiet">Withdrawn by {withdrawnBy}</StatusDot>;
  if (!isReported) return <StatusDot mood="warn">Nothing yet</StatusDot>;
  if (toDecide > 0) return <StatusDot mood="bad">{countText(toDecide, 'name')} to decide</StatusDot>;
  const parts = [
    [paid, 'paid'],
    [rejected, 'rejected'],
    [returned, 'returned by bank'],
    [refusedInstant, 'refused as instant'],
    [open, 'open'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${numberText(count)} ${word}`);
  return (
    <StatusDot mood={rejected + returned > 0 ? 'bad' : open + refusedInstant > 0 ? 'warn' : 'good'}>
      {words.join(', ')}
    </StatusDot>
  );
}
