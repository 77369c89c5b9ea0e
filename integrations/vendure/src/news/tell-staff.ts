// Notes for staff in the history of an order, which every admin of Vendure shows. Customers do not see them.
import { HistoryEntryType, SortOrder } from '@vendure/common/lib/generated-types';
import type { HistoryService, ID, RequestContext } from '@vendure/core';

interface Note {
  /** Names what is told, so that an event that comes twice is told once. */
  key: string;
  text: string;
}

/** Longer than the history of an order whose payments had every fault there is. */
const NEWEST = 100;

export async function tellStaff(
  history: HistoryService,
  ctx: RequestContext,
  orderId: ID,
  { key, text }: Note,
): Promise<void> {
  const type = HistoryEntryType.ORDER_NOTE;
  const { items } = await history.getHistoryForOrder(ctx, orderId, false, {
    take: NEWEST,
    sort: { createdAt: SortOrder.DESC },
    filter: { type: { eq: type } },
  });
  if (items.some(({ data }) => data?.tollgate === key)) return;
  const data = { note: text, tollgate: key };
  await history.createHistoryEntryForOrder({ ctx, orderId, type, data }, false);
}
