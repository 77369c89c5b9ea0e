// Where the caller is signed in (contract 14): the list, and ending one session or all others. Behind the session's
// hook.
import { Type } from 'typebox';
import { endSession, endSessions } from '../../../actions/access/end-session.ts';
import { SESSION_IDLE_MS } from '../../../actions/access/open-portal-session.ts';
import { browserName } from '../../../domain/access/browser-name.ts';
import { listPortalSessions } from '../../../storage/access/portal-session-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { pageOf, portalErrors } from '../portal-schemas.ts';
import { at } from './access-fields.ts';

const about: Pick<Operation, 'tags' | 'access' | 'permission'> = {
  tags: ['Portal access'],
  access: 'portal',
  permission: 'account.change',
};
const Path = Type.Object({ sessionId: uuid('The session.') });

const OwnSession = Type.Object(
  {
    id: uuid('The session.'),
    browser: Type.String({ description: 'Name of the browser, such as "Chrome on macOS".' }),
    ip: Type.String({ description: 'Address at the sign-in.' }),
    createdAt: at('When it began.'),
    lastUsedAt: at('When it was last used, accurate to half a minute.'),
    isThis: Type.Boolean({ description: 'Whether it is the session of this call.' }),
    isProven: Type.Boolean({ description: 'false: its second factor is not proven yet.' }),
  },
  { title: 'OwnSession', description: 'A browser session of the caller.' },
);

export const listOwnSessionsCall = call({
  address: 'GET /portal/api/account/sessions',
  ...about,
  operationId: 'listOwnSessions',
  summary: "List the user's own sessions",
  description: 'All open sessions in one answer, the last used first.',
  answers: {
    200: { description: 'The sessions.', schema: pageOf(OwnSession, 'Sessions.') },
    ...portalErrors(),
  },
  handle: async (context, { portal }) => {
    const now = context.now();
    const found = await listPortalSessions(context.sql, portal.session, { now, idleMs: SESSION_IDLE_MS });
    const items = found.map(({ id, userAgent, ip, createdAt, lastUsedAt, provenAt }) => ({
      id,
      browser: browserName(userAgent),
      ip,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      isThis: id === portal.session.id,
      isProven: provenAt !== null,
    }));
    return { items, next: null };
  },
});

export const endOwnSessionCall = call({
  address: 'DELETE /portal/api/account/sessions/:sessionId',
  ...about,
  operationId: 'endOwnSession',
  summary: 'End a session',
  description: 'It stops working in every process at once.',
  params: Path,
  answers: { 204: { description: 'Ended.', empty: true }, ...portalErrors() },
  handle: async (context, { portal, params }) => {
    await endSession(context, portal.actor, { ...portal.session, id: params.sessionId });
  },
});

export const endOtherSessionsCall = call({
  address: 'DELETE /portal/api/account/sessions',
  ...about,
  operationId: 'endOtherSessions',
  summary: 'End all sessions except this one',
  description: 'They stop working in every process at once.',
  answers: {
    200: {
      description: 'Ended.',
      schema: Type.Object(
        { ended: Type.Integer({ description: 'Number of ended sessions.' }) },
        { title: 'EndedSessions', description: 'Sessions that were ended.' },
      ),
    },
    ...portalErrors(),
  },
  handle: async (context, { portal }) => ({
    ended: await endSessions(context, portal.actor, portal.session, portal.session.id),
  }),
});
