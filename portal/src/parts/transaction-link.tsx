// The way from whatever belongs to a transaction to its page: `<TransactionLink id={row.transactionId}>{row.reference}</…>`.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBrand } from '../shell/session.ts';

export function TransactionLink({ id, children }: { id: string; children: ReactNode }) {
  const brand = useBrand();
  return (
    <Anchor component={Link} to={`/b/${brand.id}/transactions/${id}` as '/'}>
      {children}
    </Anchor>
  );
}
