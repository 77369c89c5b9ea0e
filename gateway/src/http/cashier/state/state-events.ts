// GET /cashier/{token}/events: the page's present state, and each change of it, as server-sent events named `state`. It
// answers 503 if too many pages listen already; the page then polls. The stream ends with the payment, after some
// minutes, and when the gateway stops.
import { Refusal } from '../../../domain/errors/refusal.ts';
import { beginEventStream } from '../../begin-event-stream.ts';
import { call } from '../../calls/call.ts';
import { sourceOf } from '../../calls/call-limit.ts';
import { cashierState } from './build-state.ts';
import { LiveUpdates } from './live-updates.ts';

const RETRY_AFTER_SECONDS = 30;

export const stateEventsCall = call({
  address: 'GET /cashier/:token/events',
  // An answer to HEAD cannot have a stream.
  options: { exposeHeadRoute: false },
  prepare(context, _shared, scope) {
    const live = new LiveUpdates(context);
    scope.addHook('preClose', async () => live.stop());
    return async (request, reply) => {
      const { transaction, reader } = request.page;
      const source = sourceOf(request.ip);
      if (!live.hasRoomFor(source)) {
        const retryAfterSeconds = RETRY_AFTER_SECONDS;
        throw new Refusal(503, 'too many pages have an event stream; poll the state', { retryAfterSeconds });
      }
      const state = await cashierState(context, transaction, reader);
      beginEventStream(reply);
      live.add(reply.raw, { source, reader }, transaction, state);
    };
  },
});
