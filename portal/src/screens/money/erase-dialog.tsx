// Erases a customer who asked to be forgotten: by the user id, the e-mail address, or both. It says plainly what goes
// and what stays, because nobody can undo it.
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { numberText } from '../../parts/format.ts';
import { useBrand } from '../../shell/session/session.ts';
import { toast } from '../../shell/toasts.tsx';
import classes from './money.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The customer of the open page; absent: the user types the id. */
  userId?: string;
  /** Runs after the customer was erased. */
  onErased?: () => void;
}

export function EraseDialog({ opened, onClose, userId, onErased }: Props) {
  const brand = useBrand();
  const [typedId, setTypedId] = useState('');
  const [email, setEmail] = useState('');
  const named = { userId: userId ?? typedId.trim(), email: email.trim() };
  return (
    <ConfirmAction
      opened={opened}
      onClose={onClose}
      title={userId ? `Erase ${userId}?` : 'Erase a customer?'}
      action="Erase permanently"
      danger
      disabled={named.userId === '' && named.email === ''}
      onConfirm={async () => {
        const body = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
        const erased = await post('/portal/api/brands/{brandId}/customers/erase', {
          params: { brandId: brand.id },
          body,
        });
        await invalidate('/portal/api/brands/{brandId}/customers');
        toast(
          `Erased: ${countOf(erased.transactions, 'transaction')}, ${countOf(erased.cards, 'saved card')}`,
        );
        onErased?.();
      }}
    >
      <Stack gap="md">
        <div className={classes.erasure}>
          <p>
            <b>Erased:</b> name, e-mail, phone, addresses, documents, cards and recipients, what was bought,
            receipts, notes and tags, the profile and saved cards, also in webhooks.
          </p>
          <p>
            <b>Kept:</b> amounts, references, statuses and times, the balance, and the audit log, which does
            not name the customer.
          </p>
          <p>
            A payment in progress is erased when it ends. <b>This cannot be undone</b>, and support can no
            longer find this customer’s payments by name.
          </p>
        </div>
        {!userId && (
          <TextInput
            label="User id"
            description="Exactly as the userId in your requests."
            maxLength={255}
            value={typedId}
            onChange={({ currentTarget }) => setTypedId(currentTarget.value)}
          />
        )}
        <TextInput
          label={userId ? 'E-mail address, if you know it' : 'E-mail address'}
          description="It finds payments that have no user id."
          type="email"
          maxLength={320}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      </Stack>
    </ConfirmAction>
  );
}

const countOf = (count: number, what: string) => `${numberText(count)} ${what}${count === 1 ? '' : 's'}`;
