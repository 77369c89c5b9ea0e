// Computes the right balance of a payment from events that arrived in any order. Each capture, each refund and each
// dispute counts by its own last event, and a return always counts. Only the status comes from the last event of the
// payment. The money of a payment that is captured later comes from its captures alone.
import type { WebhookEvent } from '../../tollgate.ts';
import { movementOf } from '../../webhooks/movement.ts';

export function rightBalance(events: readonly WebhookEvent[]): number {
  const worth = new Map<string, number>();
  for (const event of [...events].sort((a, b) => a.sequence - b.sequence)) {
    const movement = movementOf(event);
    if (movement) worth.set(movement.subject, movement.amount);
  }
  const sum = [...worth.values()].reduce((sum, one) => sum + one, 0);
  // No currency has more than four decimals.
  return Math.round(sum * 10_000) / 10_000;
}
