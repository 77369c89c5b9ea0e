// A link to the page of a transaction: `<TransactionLink id={row.transactionId}>{row.reference}</…>`, and for a row of
// a table `link={(row) => toTransaction(brand.id, row.id)}`.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBrand } from '../shell/session/session.ts';

export const toTransaction = (brandId: string, id: string) => ({
  to: `/b/${brandId}/transactions/${id}` as '/',
});

export function TransactionLink({ id, children }: { id: string; children: ReactNode }) {
  const brand = useBrand();
  return (
    <Anchor component={Link} {...toTransaction(brand.id, id)}>
      {children}
    </Anchor>
  );
}
