// GET /cashier/{token}/events: the page's present state, and each change of it, as server-sent events named `state`. It
// answers 503 if too many pages listen already; the page then polls. The stream ends with the payment, after some
// minutes, and when the gateway stops.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { beginEventStream } from '../../begin-event-stream.ts';
import { sourceOf } from '../../call-limit.ts';
import { cashierState } from './build-state.ts';
import { LiveUpdates } from './live-updates.ts';

const RETRY_AFTER_SECONDS = 30;

export function stateEventsRoute(app: FastifyInstance, context: Context): void {
  const live = new LiveUpdates(context);
  app.addHook('preClose', async () => live.stop());

  app.get(
    '/cashier/:token/events',
    // An answer to HEAD cannot have a stream.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { transaction, reader } = request.page;
      const source = sourceOf(request.ip);
      if (!live.hasRoomFor(source)) {
        const retryAfterSeconds = RETRY_AFTER_SECONDS;
        throw new Refusal(503, 'too many pages have an event stream; poll the state', { retryAfterSeconds });
      }
      const state = await cashierState(context, transaction, reader);
      beginEventStream(reply);
      live.add(reply.raw, { source, reader }, transaction, state);
    },
  );
}
