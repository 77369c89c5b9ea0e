// Finds a payment by what people know of it, and lets the user choose one: `<FindPayment chosen={found}
// onChoose={setFound} />`. Nobody has to type an id.
import { TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { type Found, useFound } from '../shell/search/use-found.ts';
import classes from './find-payment.module.css';
import { Money } from './money.tsx';
import { TransactionStatus } from './status-dot.tsx';
import { Time } from './time.tsx';

interface Props {
  chosen: Found | null;
  onChoose: (payment: Found | null) => void;
  /** Below the label. */
  description?: string;
}

export function FindPayment({ chosen, onChoose, description }: Props) {
  const [text, setText] = useState('');
  const { items, searching } = useFound(text);
  const payins = items.filter(({ type }) => type === 'PAYIN');
  const shown = chosen && !payins.some(({ id }) => id === chosen.id) ? [chosen, ...payins] : payins;
  const isNone = text.trim().length >= 3 && !searching && payins.length === 0;
  return (
    <div>
      <TextInput
        label="Payment"
        description={
          description ?? 'Search by reference, customer, e-mail, last four digits of the card, or id.'
        }
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
      <ul className={classes.found} aria-label="Payments found">
        {shown.map((payment) => (
          <li key={payment.id}>
            <UnstyledButton
              className={classes.payment}
              aria-pressed={payment.id === chosen?.id}
              onClick={() => onChoose(payment.id === chosen?.id ? null : payment)}
            >
              <span className={classes.what}>
                <strong>{payment.merchantReference}</strong>
                <span className={classes.quiet}>
                  <TransactionStatus {...payment} /> <Time at={payment.createdAt} short />
                </span>
              </span>
              <span className={classes.amount}>
                <Money amount={payment.amount} currency={payment.currency} />
                {payment.id === chosen?.id && <IconCheck size={16} aria-hidden="true" />}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <p className={classes.quiet} role="status">
        {isNone && 'No payment found.'}
      </p>
    </div>
  );
}
