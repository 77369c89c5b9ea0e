// GET and POST /portal/api/invitations/{token} (contract 2, 14): shows who is invited, and accepts the invitation. Not
// behind the session's hook: the token is the proof. It limits guesses by their source.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { acceptInvitation, findInvitation } from '../../../actions/access/accept-invitation.ts';
import { openLink } from '../../../actions/access/link-identity.ts';
import { USER_ROLES } from '../../../domain/access/user-role.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { requireOwnPage, setSessionCookie } from '../../auth/portal-session.ts';
import { call } from '../../calls/call.ts';
import { type CallLimit, sourceOf } from '../../calls/call-limit.ts';
import { choice, closed } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { at, NewPassword, PersonName } from './access-fields.ts';
import { browserOf, setBrowserCookie } from './browser-of.ts';
import { answerStep, SignInStep } from './sign-in-step.ts';
import { visitCookie } from './visit-cookies.ts';

const Path = Type.Object({ token: Type.String({ maxLength: 100, description: 'The token of the link.' }) });

const Invitation = Type.Object(
  {
    email: Type.String({ description: 'E-mail address of the invited person.' }),
    name: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Name of the invited person; null: not given yet.',
    }),
    merchantName: Type.String({ description: 'Where.' }),
    role: choice(USER_ROLES, 'As what.'),
    isMember: Type.Boolean({
      description: 'true: the user exists already and sets a new password.',
    }),
    expiresAt: at('When the link expires.'),
  },
  { title: 'Invitation', description: 'A valid invitation.' },
);

const Body = closed({ name: PersonName, password: NewPassword });

/** Open to everybody. */
const { 401: _, ...openErrors } = portalErrors(409, 410, 429);

/** Guesses from an address must never block a known token from the same address. */
async function guarded<T>(
  request: FastifyRequest,
  now: Date,
  guesses: CallLimit,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal && error.httpStatus === 404)) throw error;
    const seconds = guesses.count(sourceOf(request.ip), now);
    if (seconds === 0) throw error;
    throw new Refusal(429, 'too many unknown invitations were requested; try again in a minute', {
      retryAfterSeconds: seconds,
    });
  }
}

export const showInvitationCall = call({
  address: 'GET /portal/api/invitations/:token',
  operationId: 'showInvitation',
  tags: ['Portal access'],
  summary: 'Show an invitation',
  description: 'Shows who is invited. The invitation can still be used.',
  access: 'portal',
  permission: null,
  params: Path,
  answers: {
    200: { description: 'The invitation is valid.', schema: Invitation },
    ...openErrors,
  },
  handle: async (context, request, _reply, { limits }) => {
    const offer = await openLink(context, visitCookie(context, 'link').read(request));
    const user = await guarded(request, context.now(), limits.invitations, () =>
      findInvitation(context, request.params.token, offer),
    );
    const { email, name, merchantName, role, passwordHash, invitationExpiresAt } = user;
    const expiresAt = invitationExpiresAt!.toISOString();
    return { email, name, merchantName, role, isMember: passwordHash !== null, expiresAt };
  },
});

export const acceptInvitationCall = call({
  address: 'POST /portal/api/invitations/:token',
  operationId: 'acceptInvitation',
  tags: ['Portal access'],
  summary: 'Accept an invitation',
  description: 'Sets name and password and signs in. The link works once.',
  access: 'portal',
  permission: null,
  params: Path,
  body: Body,
  answers: {
    200: { description: 'The cookie is the session.', schema: SignInStep },
    ...openErrors,
  },
  handle: async (context, request, reply, { limits }) => {
    requireOwnPage(request);
    const { params, body } = request;
    const name = body.name.trim();
    const browser = browserOf(request, context.config);
    const offer = await openLink(context, visitCookie(context, 'link').read(request));
    const opened = await guarded(request, context.now(), limits.invitations, () =>
      acceptInvitation(context, params.token, { ...body, name, offer }, browser),
    );
    setSessionCookie(reply, context, opened.token);
    if (opened.step === 'done') setBrowserCookie(reply, context.config, browser);
    return answerStep(opened.step, opened.user);
  },
});
