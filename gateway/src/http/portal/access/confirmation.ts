// Confirming the caller's identity once more (contract 14), before the account, users, keys or approvals are changed. Behind
// the session's hook.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { confirmIdentity } from '../../../actions/access/confirm-identity.ts';
import { confirmedUntil } from '../../../actions/access/refuse-unconfirmed.ts';
import type { Context } from '../../../actions/context.ts';
import { FACTORS, waysToProve } from '../../../domain/access/second-factor.ts';
import { findUser } from '../../../storage/access/user-store.ts';
import type { Operation } from '../../operation.ts';
import { choice, closed } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { atOrNever, browserAnswer, Code, Password } from './access-fields.ts';
import { browserOf } from './browser-of.ts';

const about: Pick<Operation, 'tags' | 'access' | 'permission'> = {
  tags: ['Portal access'],
  access: 'portal',
  permission: 'account.change',
};

const Body = closed({
  password: Password,
  totp: Type.Optional(Code),
  recoveryCode: Type.Optional(Code),
  passkey: Type.Optional(
    browserAnswer<AuthenticationResponseJSON>('What the browser made of the challenge of `askPasskey`.'),
  ),
});

const show = {
  ...about,
  operationId: 'showConfirmation',
  summary: 'Show whether it was confirmed who one is',
  description:
    'What the operations with `x-needs-confirmation` need first: those that change the own account, users, keys, approvals.',
  answers: {
    200: {
      description: 'Where it stands.',
      schema: Type.Object(
        {
          until: atOrNever('Until when it counts; null: `confirmIdentity` is due.'),
          ways: Type.Array(choice(FACTORS, 'A way.'), {
            description: 'What is asked beside the password, one of these, the best first; empty: nothing.',
          }),
        },
        { title: 'Confirmation', description: 'Whether it was confirmed lately who one is.' },
      ),
    },
    ...portalErrors(),
  },
} satisfies Operation;

const confirm = {
  ...about,
  operationId: 'confirmIdentity',
  summary: 'Confirm who one is',
  description:
    'The password, and where there is a second factor one of `totp`, `recoveryCode` and `passkey`. Counts for ten minutes, in ' +
    'this session. Failures count to the lock of the sign-in.',
  body: Body,
  answers: { 204: { description: 'Confirmed.', empty: true }, ...portalErrors(409, 429) },
} satisfies Operation;

export function confirmationRoutes(app: FastifyInstance, context: Context): void {
  app.get('/portal/api/account/confirmation', { schema: show }, async ({ portal }) => {
    const { merchantId, userId } = portal.session;
    const user = (await findUser(context.sql, merchantId, userId))!;
    const until = confirmedUntil(portal.session, context.now())?.toISOString() ?? null;
    return { until, ways: waysToProve(user) };
  });
  app.post<{ Body: Static<typeof Body> }>(
    '/portal/api/account/confirmation',
    { schema: confirm },
    async (request, reply) => {
      await confirmIdentity(context, request.portal.session, request.body, browserOf(request));
      return reply.code(204).send();
    },
  );
}
