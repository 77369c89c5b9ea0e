// The shop's journal of its money at Tollgate. It goes by the newest event of each subject, so the events may come
// twice and in any order.
import { movementOf, type WebhookEvent } from '@tollgate/sdk/webhooks';
import type { Shop } from '../shop.ts';
import { TollgateMovement } from './movement.ts';

export class Journal {
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Each statement is whole by itself: of two events at once, also at two servers, the newer one stays. */
  async keep(event: WebhookEvent): Promise<void> {
    const movement = movementOf(event);
    if (movement === null) return;
    const rows = this.#rows();
    const id = `${event.transactionId}/${movement.subject}`;
    const { merchantReference, currency, sequence } = event;
    const nothing = { id, merchantReference, currency, amount: '0', sequence: 0 };
    await rows.createQueryBuilder().insert().values(nothing).orIgnore().execute();
    await rows
      .createQueryBuilder()
      .update()
      .set({ amount: String(movement.amount), sequence })
      .where('id = :id and sequence < :sequence', { id, sequence })
      .execute();
  }

  /** What the payment with this reference brought. */
  async balance(merchantReference: string): Promise<number> {
    const found = await this.#rows()
      .createQueryBuilder('movement')
      .select('sum(movement.amount)', 'balance')
      .where('movement.merchantReference = :merchantReference', { merchantReference })
      .getRawOne<{ balance: string | null }>();
    return Number(found?.balance ?? 0);
  }

  #rows() {
    return this.#shop.connection.rawConnection.getRepository(TollgateMovement);
  }
}
