// POST /portal/api/session (contract 14): e-mail address and password in, a cookie out. Not behind the session's hook.
import { Type } from 'typebox';
import { openLink, staleLink } from '../../../actions/access/link-identity.ts';
import type { Browser } from '../../../actions/access/open-portal-session.ts';
import { signIn } from '../../../actions/access/sign-in.ts';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { hashOf } from '../../../domain/keys/credentials.ts';
import { isRecognised } from '../../../storage/access/sign-in-tries.ts';
import { requireOwnPage, setSessionCookie } from '../../auth/portal-session.ts';
import { call } from '../../calls/call.ts';
import { sourceOf } from '../../calls/call-limit.ts';
import { closed, uuid } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { Password } from './access-fields.ts';
import { browserOf, setBrowserCookie } from './browser-of.ts';
import { answerStep, SignInStep } from './sign-in-step.ts';
import { visitCookie } from './visit-cookies.ts';

const Body = closed({
  email: Type.String({
    maxLength: 255,
    format: 'text',
    description: 'E-mail address, upper and lower case alike.',
  }),
  password: Password,
  merchantId: Type.Optional(
    uuid('The merchant, if the person works for several merchants with one password.'),
  ),
  linkSingleSignOn: Type.Optional(
    Type.Boolean({
      description:
        'true: links this user to the person whom the identity provider has just signed in, in this browser. After ' +
        'this sign-in, single sign-on opens the account of this user.',
    }),
  ),
});

export const signInCall = call({
  address: 'POST /portal/api/session',
  operationId: 'signIn',
  tags: ['Portal access'],
  summary: 'Sign in',
  description:
    'Ten failures in a row lock an address for fifteen minutes. Unless `step` is `done`, the session may only prove or add a ' +
    'second factor.',
  access: 'portal',
  permission: null,
  body: Body,
  answers: {
    200: { description: 'The password is right; the cookie is the session.', schema: SignInStep },
    ...portalErrors(409, 429),
    409: {
      description: 'The person works for several merchants; choose one and send it as `merchantId`.',
      schema: Type.Object(
        {
          statusCode: Type.Integer({ description: '409.' }),
          message: Type.String({ description: 'What to do.' }),
          merchants: Type.Array(
            Type.Object({
              id: uuid('The merchant.'),
              name: Type.String({ description: 'Name.' }),
            }),
            { description: 'The merchants for which address and password are correct.' },
          ),
          requestId: Type.String({ description: 'X-Request-Id of this call.' }),
        },
        {
          title: 'SeveralMerchants',
          description: 'The same address and password belong to several merchants.',
        },
      ),
    },
  },
  handle: async (context, request, reply, { limits }) => {
    const link = visitCookie(context, 'link');
    requireOwnPage(request);
    const browser = browserOf(request, context.config);
    const seconds = limits.signIns.count(sourceOf(request.ip), context.now());
    // Strangers may share the address of a person who signs in from a known browser.
    if (seconds > 0 && !(await isKnownHere(context, request.body.email, browser))) {
      throw new Refusal(429, 'too many tries came from this address; try again in a minute', {
        retryAfterSeconds: seconds,
      });
    }
    const { linkSingleSignOn: isLinking, ...credentials } = request.body;
    const offer = isLinking ? await openLink(context, link.read(request)) : null;
    if (isLinking && !offer) throw staleLink();
    const opened = await signIn(context, credentials, browser, offer);
    setSessionCookie(reply, context, opened.token);
    if (offer) link.set(reply, null);
    if (opened.step === 'done') setBrowserCookie(reply, context.config, browser);
    return answerStep(opened.step, opened.user);
  },
});

async function isKnownHere(
  { sql }: Pick<Context, 'sql'>,
  email: string,
  { token }: Browser,
): Promise<boolean> {
  return token !== null && (await isRecognised(sql, email.toLowerCase(), hashOf(token)));
}
