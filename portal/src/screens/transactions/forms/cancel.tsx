// Cancels a transaction that is not done yet.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../../api/client.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { moneyText } from '../../../parts/format.ts';
import { toast } from '../../../shell/toasts.tsx';
import { PAGE, type PageOf } from '../page.ts';
import { useTransactionAction } from '../transaction-action.ts';

export function Cancel({ page, onClose }: { page: PageOf; onClose: () => void }) {
  const { params, done } = useTransactionAction(page);
  const { amount, currency, type } = page.transaction;
  const [reason, setReason] = useState('');
  const name = type === 'PAYIN' ? 'payment' : 'payout';
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`Cancel this ${name} of ${moneyText(amount, currency)}?`}
      action={`Cancel ${name}`}
      danger
      onConfirm={async () => {
        await post(`${PAGE}/cancel`, { params, body: { reason: reason.trim() || null } });
        await done();
        toast(`The ${name} was cancelled`);
      }}
    >
      <p>
        {type === 'PAYIN'
          ? 'The shopper can no longer pay it. Money that arrives anyway still counts.'
          : 'It is not sent. No money has moved.'}
      </p>
      <TextInput
        label="Reason (optional)"
        description="Shown in the timeline."
        maxLength={255}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmAction>
  );
}
