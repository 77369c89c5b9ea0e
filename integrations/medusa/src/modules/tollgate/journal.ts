// The shop's journal of its money at Tollgate. Medusa has no place for disputes and returned money; here they stand
// beside payments, captures and refunds. It goes by a part's newest event, so events may come twice and in any order.
import { ContainerRegistrationKeys, MedusaService } from '@medusajs/framework/utils';
import { movementOf, type WebhookEvent } from '@tollgate/sdk/webhooks';
import { Movement } from './models/movement.ts';

export const JOURNAL = 'tollgate';

interface Database {
  raw(sql: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export class Journal extends MedusaService({ Movement }) {
  readonly #database: () => Database;

  constructor(cradle: Record<string, unknown>) {
    // biome-ignore lint/complexity/noArguments: the service of Medusa reads its arguments itself
    super(...(arguments as unknown as [object]));
    this.#database = () => cradle[ContainerRegistrationKeys.PG_CONNECTION] as Database;
  }

  /** One statement: two events at once, also at two servers, leave what the newer one says. */
  async keep(event: WebhookEvent): Promise<void> {
    const movement = movementOf(event);
    if (movement === null) return;
    const { transactionId, merchantReference, currency, sequence } = event;
    await this.#database().raw(
      `insert into tollgate_movement (id, transaction_id, reference, currency, amount, sequence)
       values (?, ?, ?, ?, ?, ?)
       on conflict (id) do update
       set amount = excluded.amount, sequence = excluded.sequence, updated_at = now()
       where tollgate_movement.sequence < excluded.sequence`,
      [
        `${transactionId}/${movement.subject}`,
        transactionId,
        merchantReference,
        currency,
        movement.amount,
        sequence,
      ],
    );
  }
}
