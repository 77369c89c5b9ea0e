// A field for the order of an account among others. It loads after the rest of the page.
import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  value: number | string;
  error: ReactNode;
  onChange: (priority: number | string) => void;
}

export function PriorityField(field: Props) {
  return (
    <NumberInput
      aria-label="Priority"
      min={0}
      max={1_000_000}
      allowDecimal={false}
      allowNegative={false}
      {...field}
    />
  );
}
