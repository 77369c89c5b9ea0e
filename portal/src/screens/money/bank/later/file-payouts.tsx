// A payment file: its facts, the names about which a person decides, and each payout with the bank's answer.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../../../api/client.ts';
import { apiPages, invalidate, pagesOf } from '../../../../api/queries.ts';
import { ConfirmAction } from '../../../../parts/confirm-action.tsx';
import { CopyId } from '../../../../parts/copy-id.tsx';
import { countText, moneyText } from '../../../../parts/format.ts';
import { Money } from '../../../../parts/money.tsx';
import { ReasonField } from '../../../../parts/reason-field.tsx';
import { Fact, Facts, Section } from '../../../../parts/section.tsx';
import { EmptyState } from '../../../../parts/states.tsx';
import { StatusDot } from '../../../../parts/status-dot.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { Time } from '../../../../parts/time.tsx';
import { TransactionLink } from '../../../../parts/transaction-link.tsx';
import { useBrand, useCan } from '../../../../shell/session/session.ts';
import { toast } from '../../../../shell/toasts.tsx';
import classes from '../../money.module.css';
import { BANK, FILED, FILES, type File, type Filed, orderTypeOf } from '../bank-answer.ts';
import { Decide, type Decision, NameResult, NamesToDecide } from './name-checks.tsx';

const ANSWERS = {
  open: ['warn', 'No answer yet'],
  paid: ['good', 'Paid'],
  rejected: ['bad', 'Rejected, released'],
  returned: ['bad', 'Returned by bank'],
  'refused-instant': ['warn', 'Refused as instant'],
} as const;

export function FilePayouts({ file, onDone }: { file: File; onDone: () => void }) {
  const { id: brandId } = useBrand();
  const { fileId, isReported, withdrawnAt, nameChecks } = file;
  const mayDecide = useCan('bank.decide');
  const [withdrawing, setWithdrawing] = useState(false);
  const [decision, setDecision] = useState<Decision | null>(null);
  const query = useInfiniteQuery(apiPages(FILED, { params: { brandId, fileId } }));
  const isChecked = Object.values(nameChecks).some((count) => count > 0);
  return (
    <>
      <FileFacts file={file} />
      {nameChecks.toDecide > 0 && <NamesToDecide fileId={fileId} count={nameChecks.toDecide} />}
      <Section title="Payouts">
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
            ...(isChecked
              ? [
                  {
                    id: 'name',
                    header: 'Name check',
                    cell: (payout: Filed) => (
                      <>
                        <NameResult check={payout.nameCheck} />
                        {mayDecide &&
                          payout.nameCheck?.decision === 'kept' &&
                          payout.nameCheck.mayWithdraw && (
                            <Button
                              size="compact-xs"
                              variant="default"
                              onClick={() => setDecision({ payout, what: 'withdraw' })}
                            >
                              Withdraw after all
                            </Button>
                          )}
                      </>
                    ),
                  },
                ]
              : []),
            {
              id: 'answer',
              header: 'Bank’s answer',
              cell: ({ answer, reason }) => (
                <div className={classes.wrapped}>
                  <StatusDot mood={ANSWERS[answer][0]}>{ANSWERS[answer][1]}</StatusDot>
                  {reason && (
                    <div className={classes.quiet}>
                      {answer === 'refused-instant' ? `${reason}; goes in an ordinary file` : reason}
                    </div>
                  )}
                </div>
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
      </Section>
      {mayDecide && !isReported && withdrawnAt === null && (
        <Group mt="lg" justify="flex-end">
          <Button variant="default" color="red" onClick={() => setWithdrawing(true)}>
            Withdraw file
          </Button>
        </Group>
      )}
      {withdrawing && <Withdraw file={file} onClose={() => setWithdrawing(false)} onDone={onDone} />}
      {decision && <Decide fileId={fileId} decision={decision} onClose={() => setDecision(null)} />}
    </>
  );
}

function FileFacts({ file }: { file: File }) {
  const { fileId, withdrawnAt, instant, skipNameCheck } = file;
  return (
    <Facts>
      <Fact label="Id at the bank">
        <CopyId value={fileId} label="file id" whole />
      </Fact>
      <Fact label="Transfers">{instant ? 'Instant' : 'Ordinary'}</Fact>
      <Fact label="Name check">{skipNameCheck ? 'To be skipped' : 'By the bank'}</Fact>
      <Fact label="EBICS order type in Germany">{orderTypeOf(instant, skipNameCheck)}</Fact>
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
        toast(`${countText(file.payouts, 'payout')} wait for another file`);
        onDone();
      }}
    >
      <Stack gap="sm">
        <p>
          Only if the bank never received it: its {countText(file.payouts, 'payout')} then wait for another
          file. Otherwise they would be paid twice.
        </p>
        <ReasonField reason={reason} onChange={setReason} />
      </Stack>
    </ConfirmAction>
  );
}
