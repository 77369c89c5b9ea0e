// Gives an event the trace that it comes from, so that its webhook continues that trace, whichever process sends it.
// Call `traceOf` where the work of the request runs: the groups of writes run in nobody's name.
import type { WebhookEvent } from '../domain/webhooks/webhook-event.ts';
import type { Context } from './context.ts';

/** Answers what is done to each event; without tracing, nothing. */
export function traceOf({ tracing }: Pick<Context, 'tracing'>): (event: WebhookEvent) => WebhookEvent {
  const traceparent = tracing?.current()?.traceparent;
  return traceparent === undefined ? (event) => event : (event) => ({ ...event, traceparent });
}
