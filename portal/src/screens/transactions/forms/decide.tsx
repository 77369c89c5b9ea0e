// Decides an unknown outcome of a transaction, a refund or a capture. The gateway asks the provider once more. If the
// provider has an answer, that answer counts.
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../../api/client.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { moneyText } from '../../../parts/format.ts';
import { ReasonField } from '../../../parts/reason-field.tsx';
import { toast } from '../../../shell/toasts.tsx';
import { PAGE, type PageOf } from '../page.ts';
import { useTransactionAction } from '../transaction-action.ts';

interface FormProps<Outcome extends string> {
  title: string;
  choices: readonly { value: Outcome; label: string; consequence: string }[];
  onClose: () => void;
  onDecide: (outcome: Outcome, reason: string) => Promise<unknown>;
}

function DecideForm<Outcome extends string>({ title, choices, onClose, onDecide }: FormProps<Outcome>) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [reason, setReason] = useState('');
  const chosen = choices.find(({ value }) => value === outcome);
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={title}
      action={chosen ? `Decide: ${chosen.label.toLowerCase()}` : 'Decide'}
      danger
      disabled={!chosen || reason.trim().length < 3}
      onConfirm={() => onDecide(outcome!, reason.trim())}
    >
      <Stack gap="sm">
        <p>
          Ask the provider first. The gateway asks it once more now, too. If the provider knows the outcome,
          its answer counts.
        </p>
        <Radio.Group label="What happened" value={outcome} onChange={(value) => setOutcome(value as Outcome)}>
          <Stack gap="xs" mt="xs">
            {choices.map(({ value, label, consequence }) => (
              <Radio key={value} value={value} label={label} description={consequence} />
            ))}
          </Stack>
        </Radio.Group>
        <ReasonField
          label="How do you know?"
          description="Shown in the timeline and the audit log with your name."
          reason={reason}
          onChange={setReason}
        />
      </Stack>
    </ConfirmAction>
  );
}

export function DecideOutcome({ page, onClose }: { page: PageOf; onClose: () => void }) {
  const { params, done } = useTransactionAction(page);
  const { amount, currency, type } = page.transaction;
  const money = moneyText(amount, currency);
  const isPayin = type === 'PAYIN';
  return (
    <DecideForm
      title={`What happened to ${money}?`}
      onClose={onClose}
      choices={[
        {
          value: 'COMPLETED',
          label: isPayin ? 'Paid' : 'Paid out',
          consequence: isPayin
            ? `${money} is added to the balance. This is final.`
            : `${money} leaves the balance. This is final.`,
        },
        {
          value: 'DECLINED',
          label: isPayin ? 'Not paid' : 'Not paid out',
          consequence: isPayin
            ? 'Money that arrives later still counts.'
            : `${money} goes back to the available balance. If it was paid out after all, it is lost.`,
        },
      ]}
      onDecide={async (outcome, reason) => {
        await post(`${PAGE}/decision`, { params, body: { outcome, reason } }).finally(done);
        toast('Outcome decided');
      }}
    />
  );
}

export function DecideRefund({
  page,
  refundId,
  onClose,
}: {
  page: PageOf;
  refundId: string | null;
  onClose: () => void;
}) {
  const { params, done } = useTransactionAction(page);
  const refund = page.refunds.find(({ id }) => id === refundId);
  if (!refund) return null;
  const money = moneyText(refund.amount, page.transaction.currency);
  return (
    <DecideForm
      title={`What happened to the refund of ${money}?`}
      onClose={onClose}
      choices={[
        { value: 'COMPLETED', label: 'Refunded', consequence: 'The customer has the money. This is final.' },
        {
          value: 'FAILED',
          label: 'Not refunded',
          consequence: `${money} goes back to the available balance, and may be refunded again.`,
        },
      ]}
      onDecide={async (outcome, reason) => {
        const body = { outcome, reason };
        await post(`${PAGE}/refunds/{refundId}/decision`, {
          params: { ...params, refundId: refund.id },
          body,
        }).finally(done);
        toast('Outcome decided');
      }}
    />
  );
}

export function DecideCapture({
  page,
  captureId,
  onClose,
}: {
  page: PageOf;
  captureId: string;
  onClose: () => void;
}) {
  const { params, done } = useTransactionAction(page);
  const capture = page.captures.find(({ id }) => id === captureId);
  if (!capture) return null;
  const { authorization } = page;
  const { currency } = page.transaction;
  const money = moneyText(capture.amount, currency);
  const { amount = 0, captured = 0, open = false } = authorization ?? {};
  const rest = amount - captured - capture.amount;
  const isReleased = capture.final && open && rest > 0;
  return (
    <DecideForm
      title={`What happened to the capture of ${money}?`}
      onClose={onClose}
      choices={[
        {
          value: 'COMPLETED',
          label: 'Captured',
          consequence: `${money} is added to the balance.${
            isReleased ? ` ${moneyText(rest, currency)} is released to the customer.` : ''
          } This is final.`,
        },
        {
          value: 'FAILED',
          label: 'Not captured',
          consequence: open
            ? `Nothing was charged. ${money} stays held and may be captured again.`
            : 'Nothing was charged. Money that arrives later still counts.',
        },
      ]}
      onDecide={async (outcome, reason) => {
        const body = { outcome, reason };
        await post(`${PAGE}/captures/{captureId}/decision`, {
          params: { ...params, captureId: capture.id },
          body,
        }).finally(done);
        toast('Outcome decided');
      }}
    />
  );
}
