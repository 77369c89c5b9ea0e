// Payment files: the payouts that wait for a file, and the bank's answer for each payout. From here a user makes,
// downloads and withdraws files.
import { Button, Drawer, Group, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, addressOf, post } from '../../api/client.ts';
import { apiPages, invalidate, pagesOf } from '../../api/queries.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { CopyId } from '../../parts/copy-id.tsx';
import { moneyText, numberText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { Fact, Facts, Section } from '../../parts/section.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { StatusDot } from '../../parts/status-dot.tsx';
import { DataTable } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';
import { useBrand, useCan } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';

export const BANK = '/portal/api/brands/{brandId}/bank';
export type Bank = Answer<typeof BANK>;
const FILES = `${BANK}/files` as const;
type File = Bank['files'][number];

const payoutsText = (count: number) => `${numberText(count)} ${count === 1 ? 'payout' : 'payouts'}`;

export function Waiting({ waiting }: Pick<Bank, 'waiting'>) {
  const mayExchange = useCan('bank.exchange');
  const [making, setMaking] = useState(false);
  const { payouts, total, approvedBy } = waiting;
  const approved =
    approvedBy.length > 0 ? `Approved by ${approvedBy.join(', ')}.` : 'Approved automatically.';
  return (
    <Section
      title={
        payouts === 0 ? 'No payout waits for a file' : `${payoutsText(payouts)}, ${moneyText(total, 'EUR')}`
      }
      lead={
        payouts === 0
          ? 'Approved payouts wait here for the next file to the bank.'
          : `To be sent to the bank in one file. ${approved}`
      }
      actions={
        payouts > 0 &&
        mayExchange && (
          <Button onClick={() => setMaking(true)}>Create a file of {payoutsText(payouts)}</Button>
        )
      }
    >
      {making && <Make waiting={waiting} approved={approved} onClose={() => setMaking(false)} />}
    </Section>
  );
}

function Make({
  waiting: { payouts, total, executionDate },
  approved,
  onClose,
}: Pick<Bank, 'waiting'> & { approved: string; onClose: () => void }) {
  const { id: brandId } = useBrand();
  const [day, setDay] = useState(executionDate);
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`Create a file of ${payoutsText(payouts)}, ${moneyText(total, 'EUR')}?`}
      action="Create file"
      onConfirm={async () => {
        const made = await post(FILES, { params: { brandId }, body: { executionDate: day } });
        await invalidate(BANK);
        toast(`File of ${payoutsText(made.payouts)} created. Download it and give it to your bank.`);
      }}
    >
      <Stack gap="sm">
        <p>
          {approved} Each payout is in this file only. Payouts approved in the meantime are included. You can
          withdraw a file that the bank never received.
        </p>
        <TextInput
          type="date"
          label="To be paid on"
          description="If banks do not settle on this day, it becomes the next banking day."
          min={executionDate}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      </Stack>
    </ConfirmAction>
  );
}

export function Files({ files }: Pick<Bank, 'files'>) {
  const { id: brandId } = useBrand();
  const mayExchange = useCan('bank.exchange');
  const [shown, setShown] = useState<File | null>(null);
  return (
    <Section title="Payment files" lead="The latest ten, with the bank’s answer.">
      <DataTable
        label="Payment files"
        columns={[
          {
            id: 'what',
            header: 'File',
            cell: ({ payouts }) => payoutsText(payouts),
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
        onOpen={setShown}
        empty={<EmptyState title="No file yet">Payment files for your bank appear here.</EmptyState>}
      />
      <Drawer
        opened={shown !== null}
        onClose={() => setShown(null)}
        position="right"
        size="xl"
        title={shown && `${payoutsText(shown.payouts)}, ${moneyText(shown.total, 'EUR')}`}
      >
        {shown && <FilePayouts file={shown} onDone={() => setShown(null)} />}
      </Drawer>
    </Section>
  );
}

function BankAnswer({ file }: { file: File }) {
  const { withdrawnAt, withdrawnBy, isReported, open, paid, rejected, returned } = file;
  if (withdrawnAt !== null) return <StatusDot mood="quiet">Withdrawn by {withdrawnBy}</StatusDot>;
  if (!isReported) return <StatusDot mood="warn">Nothing yet</StatusDot>;
  const parts = [
    [paid, 'paid'],
    [rejected, 'rejected'],
    [returned, 'came back'],
    [open, 'open'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${numberText(count)} ${word}`);
  return (
    <StatusDot mood={rejected + returned > 0 ? 'bad' : open > 0 ? 'warn' : 'good'}>
      {words.join(', ')}
    </StatusDot>
  );
}

const ANSWERS = {
  open: ['warn', 'No answer yet'],
  paid: ['good', 'Paid'],
  rejected: ['bad', 'Not paid'],
  returned: ['bad', 'Came back'],
} as const;

function FilePayouts({ file, onDone }: { file: File; onDone: () => void }) {
  const { id: brandId } = useBrand();
  const { fileId, isReported, withdrawnAt } = file;
  const mayDecide = useCan('bank.decide');
  const [withdrawing, setWithdrawing] = useState(false);
  const query = useInfiniteQuery(apiPages(`${FILES}/{fileId}/payouts`, { params: { brandId, fileId } }));
  return (
    <>
      <Facts>
        <Fact label="Id at the bank">
          <CopyId value={fileId} label="file id" whole />
        </Fact>
        <Fact label="Created">
          <Time at={file.createdAt} exact /> by {file.madeBy}
        </Fact>
        <Fact label="Downloaded">
          {file.downloadedAt && (
            <>
              <Time at={file.downloadedAt} exact /> by {file.downloadedBy}
            </>
          )}
        </Fact>
        <Fact label="Withdrawn">
          {withdrawnAt && (
            <>
              <Time at={withdrawnAt} exact /> by {file.withdrawnBy}
            </>
          )}
        </Fact>
        {file.isErased && <Fact label="Content">Erased with the personal data of a payout</Fact>}
      </Facts>
      <DataTable
        label="Payouts of the file"
        columns={[
          {
            id: 'reference',
            header: 'Payout',
            cell: ({ transactionId, merchantReference }) => (
              <TransactionLink id={transactionId}>{merchantReference}</TransactionLink>
            ),
          },
          { id: 'recipient', header: 'Recipient', cell: ({ recipient }) => recipient ?? '–' },
          {
            id: 'amount',
            header: 'Amount',
            beside: true,
            align: 'end',
            cell: ({ amount }) => <Money amount={amount} currency="EUR" />,
          },
          {
            id: 'answer',
            header: 'Bank’s answer',
            cell: ({ answer, reason }) => (
              <span>
                <StatusDot mood={ANSWERS[answer][0]}>{ANSWERS[answer][1]}</StatusDot>
                {reason && ` ${reason}`}
              </span>
            ),
          },
        ]}
        {...pagesOf(query)}
        rowKey={({ transactionId }) => transactionId}
        empty={
          <EmptyState title="No payouts">
            The file was withdrawn. Its payouts wait for another file.
          </EmptyState>
        }
      />
      {mayDecide && !isReported && withdrawnAt === null && (
        <Group mt="lg" justify="flex-end">
          <Button variant="default" color="red" onClick={() => setWithdrawing(true)}>
            Withdraw file
          </Button>
        </Group>
      )}
      {withdrawing && <Withdraw file={file} onClose={() => setWithdrawing(false)} onDone={onDone} />}
    </>
  );
}

function Withdraw({ file, onClose, onDone }: { file: File; onClose: () => void; onDone: () => void }) {
  const { id: brandId } = useBrand();
  const [reason, setReason] = useState('');
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`Withdraw the file of ${moneyText(file.total, 'EUR')}?`}
      action="Withdraw file"
      danger
      disabled={reason.trim().length < 3}
      onConfirm={async () => {
        const given = { params: { brandId, fileId: file.fileId }, body: { reason: reason.trim() } };
        await post(`${FILES}/{fileId}/withdraw`, given);
        await invalidate(BANK);
        toast(`${payoutsText(file.payouts)} wait for another file`);
        onDone();
      }}
    >
      <Stack gap="sm">
        <p>
          Only if the bank never received it: its {payoutsText(file.payouts)} then wait for another file.
          Otherwise they would be paid twice.
        </p>
        <ReasonField reason={reason} onChange={setReason} />
      </Stack>
    </ConfirmAction>
  );
}
