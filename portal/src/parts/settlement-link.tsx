// A link to the page of a payout of a provider: `<SettlementLink id={one.settlementId}>Adyen, batch
// 12</SettlementLink>`, and for a row of a table `link={(row) => toSettlement(brand.id, row.settlementId)}`.
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBrand } from '../shell/session/session.ts';

export const toSettlement = (brandId: string, id: string) => ({
  to: `/b/${brandId}/money/settlements/${id}` as '/',
});

export function SettlementLink({ id, children }: { id: string; children: ReactNode }) {
  const brand = useBrand();
  return (
    <Anchor component={Link} {...toSettlement(brand.id, id)}>
      {children}
    </Anchor>
  );
}
