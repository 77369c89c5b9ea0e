// What one part of a payment at Tollgate is worth: the payment itself, a capture, a refund, a dispute, a return.
import { model } from '@medusajs/framework/utils';

export const Movement = model.define('tollgate_movement', {
  /** The transaction's id and the part's. */
  id: model.text().primaryKey(),
  transaction_id: model.text(),
  reference: model.text().index().nullable(),
  currency: model.text(),
  amount: model.float(),
  /** The sequence of the newest event about this part. */
  sequence: model.number(),
});
