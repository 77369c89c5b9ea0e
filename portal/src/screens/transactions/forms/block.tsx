// Blocks the card, e-mail address, customer or network of a transaction.
import { Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../../api/client.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { useBrand } from '../../../shell/session/session.ts';
import { toast } from '../../../shell/toasts.tsx';
import { PAGE, type PageOf } from '../page.ts';
import { useTransactionAction } from '../transaction-action.ts';

export type Blockable = 'card' | 'email' | 'userId' | 'ip';

const NAMES: Record<Blockable, string> = {
  card: 'card',
  email: 'e-mail address',
  userId: 'customer',
  ip: 'IP address',
};
const DAY_MS = 86_400_000;
const ENDS = [
  { value: '', label: 'Until somebody removes it' },
  { value: '1', label: 'For a day' },
  { value: '7', label: 'For a week' },
  { value: '30', label: 'For 30 days' },
];

export function Block({ page, kind, onClose }: { page: PageOf; kind: Blockable; onClose: () => void }) {
  const { name } = useBrand();
  const { params, done } = useTransactionAction(page);
  const { transaction, person } = page;
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('');
  const shown: Record<Blockable, string | null> = {
    card: transaction.card,
    email: person.email,
    userId: person.userId,
    ip: person.ip,
  };
  return (
    <ConfirmAction
      opened
      onClose={onClose}
      title={`Block the ${NAMES[kind]} ${shown[kind] ?? ''}?`}
      action={`Block ${NAMES[kind]}`}
      danger
      disabled={reason.trim() === ''}
      onConfirm={async () => {
        const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
        await post(`${PAGE}/blocks`, { params, body: { kind, reason: reason.trim(), expiresAt } });
        await done();
        toast(`The ${NAMES[kind]} is blocked`);
      }}
    >
      <Stack gap="sm">
        <p>{name} no longer takes payments from it or pays out to it. This transaction does not change.</p>
        <TextInput
          label="Reason"
          data-autofocus
          maxLength={255}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Select
          label="How long"
          allowDeselect={false}
          data={ENDS}
          value={days}
          onChange={(value) => setDays(value ?? '')}
        />
      </Stack>
    </ConfirmAction>
  );
}
