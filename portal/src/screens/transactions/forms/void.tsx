// Voids an authorised payment: the held money goes back to the customer. What was captured before stays charged.
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../../api/client.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { moneyText } from '../../../parts/format.ts';
import { toast } from '../../../shell/toasts.tsx';
import { PAGE, type PageOf } from '../page.ts';
import { useTransactionAction } from '../transaction-action.ts';

export function Void({ page, onClose }: { page: PageOf; onClose: () => void }) {
  const { params, done } = useTransactionAction(page);
  const { currency } = page.transaction;
  const { capturable, captured } = page.authorization!;
  const [reason, setReason] = useState('');
  const held = moneyText(capturable, currency);
  const isPart = captured > 0;
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={isPart ? `Void the remaining ${held}?` : `Void this payment of ${held}?`}
      action={isPart ? `Void ${held}` : 'Void payment'}
      danger
      onConfirm={async () => {
        await post(`${PAGE}/cancel`, { params, body: { reason: reason.trim() || null } });
        await done();
        toast(`${held} was released`);
      }}
    >
      <Stack gap="sm">
        <p style={{ margin: 0 }}>
          {isPart
            ? `The customer gets ${held} back. The ${moneyText(captured, currency)} that was captured stays charged, ` +
              'and the payment is completed.'
            : `The customer gets ${held} back; nothing is charged. It cannot be captured afterwards.`}
        </p>
        <TextInput
          label="Reason (optional)"
          description="Shown in the timeline."
          maxLength={255}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Stack>
    </ConfirmAction>
  );
}
