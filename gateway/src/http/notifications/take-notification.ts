// POST /providers/{provider}/notifications/{accountId}: a provider tells about payments without being asked (contract
// 13). The gateway stores the notification before it tells the provider that it arrived; the worker applies it. The
// signature covers the bytes, so nothing may parse them before the check, and nothing reads them for an unknown
// account. It must never log a body.
import {
  type Account,
  findAccount,
  receiveNotification,
} from '../../actions/notifications/receive-notification.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { call } from '../calls/call.ts';
import { RETRY_AFTER_SECONDS } from '../error-responses.ts';

const MOST_BYTES = 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** The account that received the notification; null: there is none, or it is not known yet. */
    toldTo: Account | null;
  }
}

interface Route {
  Params: { provider: string; accountId: string };
  Body: Buffer | undefined;
}

export const takeNotificationCall = call({
  address: 'POST /providers/:provider/notifications/:accountId',
  options: { bodyLimit: MOST_BYTES },
  reads(scope, context) {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, bytes, done) =>
      done(null, bytes),
    );
    scope.decorateRequest('toldTo', null);
    scope.addHook<Route>('onRequest', async (request) => {
      const { provider, accountId } = request.params;
      const account = await findAccount(context, provider, accountId);
      if (!account) throw new Refusal(404, 'there is no such account at a provider');
      request.toldTo = account;
    });
  },
  handle: async (context, { toldTo, headers, body }, reply) => {
    const account = toldTo!;
    const bytes = (body as Buffer | undefined) ?? Buffer.alloc(0);
    const taken = await receiveNotification(context, account, headers, bytes);
    switch (taken) {
      case 'stored': {
        const { contentType, body: accepted } = account.adapter.accepted;
        return reply.type(contentType).send(accepted);
      }
      case 'refused':
        throw new Refusal(401, 'the signature of the notification is wrong, missing or too old', {
          reason: 'notification_signature',
        });
      case 'unreadable':
        throw new Refusal(400, 'the notification is signed, but it cannot be read');
      case 'unchecked':
        throw new Refusal(503, 'the notification cannot be checked now; send it again', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
    }
  },
});
