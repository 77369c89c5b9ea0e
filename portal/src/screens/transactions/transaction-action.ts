// The end of every action on a transaction's page: it reads all lists and pages again.
import { invalidate } from '../../api/queries.ts';
import { useBrand } from '../../shell/session/session.ts';
import { PAGE, type PageOf } from './page.ts';

export function useTransactionAction({ transaction }: PageOf) {
  const { id: brandId } = useBrand();
  return {
    params: { brandId, transactionId: transaction.id },
    done: () =>
      invalidate(PAGE, '/portal/api/brands/{brandId}/transactions', '/portal/api/brands/{brandId}/stuck'),
  };
}
