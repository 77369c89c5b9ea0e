// The field of an amount, the same in every form. It takes points, commas and groups as people write them, says in
// words what it cannot read, and writes the amount out when the user leaves it. A form keeps the text and reads it with
// `readTyped`: `<AmountField label="Amount" currency="EUR" value={text} onChange={setText} />`. It must never change
// the text while the user types.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useBrand } from '../shell/session/session.ts';
import { fieldText, readTyped } from './amount.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'inputMode'> & {
  /** null: any currency. */
  currency: string | null;
  value: string;
  onChange: (text: string) => void;
};

export function AmountField({ currency, value, onChange, error, ...rest }: Props) {
  const { timeZone } = useBrand();
  const [isLeft, setLeft] = useState(false);
  const typed = readTyped(value, currency, timeZone);
  const unreadable = isLeft && value.trim() !== '' && 'fault' in typed ? typed.fault : null;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={value}
      error={error || unreadable}
      onChange={({ currentTarget }) => {
        setLeft(false);
        onChange(currentTarget.value);
      }}
      onBlur={() => {
        setLeft(true);
        if ('amount' in typed) onChange(fieldText(typed.amount, currency, timeZone));
      }}
    />
  );
}
