// A merchant's identity provider as owners and operators set and read it (contract 2). No answer may hold the secret.
import { type Static, type TSchema, Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import type { SingleSignOnRequest } from '../../actions/single-sign-on/change-single-sign-on.ts';
import { returnAddress } from '../../actions/single-sign-on/identity-provider.ts';
import type { SingleSignOn } from '../../domain/access/single-sign-on.ts';
import { USER_ROLES, type UserRole } from '../../domain/access/user-role.ts';
import { choice, closed, maybe, text } from './schema-fields.ts';

const issuer = text(
  500,
  'Address of the identity provider, exactly as in its ID tokens (`iss`): https, without a query.',
  {
    minLength: 8,
    examples: ['https://login.example.com/tenant'],
  },
);
const clientId = text(255, 'Id of the client that you registered there.', { minLength: 1, numbers: 'any' });
const roleClaim = text(
  100,
  'Claim of the ID token, or of userinfo, that the role is taken from: a text or a list of texts. Dots lead into a claim ' +
    '(`realm_access.roles`), unless a claim has exactly this name (`https://example.com/roles`). Do not use a claim that ' +
    'people set themselves, such as `name`.',
  {
    minLength: 1,
    examples: ['groups'],
  },
);
const roles = Type.Unsafe<Record<string, UserRole>>({
  type: 'object',
  additionalProperties: choice(USER_ROLES, 'What the user may do.'),
  minProperties: 1,
  maxProperties: 50,
  description:
    'Values of the claim, and the role that each gives. If a person has several, the first in this order counts: ' +
    `${USER_ROLES.join(', ')}. A value that is not listed gives no role.`,
  examples: [{ 'payments-admins': 'owner', finance: 'finance-approver' }],
} as TSchema);
const required = Type.Boolean({
  description: "true: the merchant's users can no longer sign in with a password.",
});

export const SingleSignOnBody = closed({
  issuer,
  clientId,
  clientSecret: maybe(
    text(1_000, 'Secret of the client. If absent, the stored secret stays.', {
      minLength: 1,
      numbers: 'any',
    }),
  ),
  roleClaim,
  roles,
  required,
});

export const SingleSignOnAnswer = Type.Object(
  {
    issuer,
    clientId,
    roleClaim,
    roles,
    required,
    redirectUrl: Type.String({
      description:
        'The redirect address to register at the identity provider, exactly as here. Each merchant has its own.',
    }),
    signInUrl: Type.String({ description: "Where the merchant's users start to sign in." }),
  },
  { title: 'SingleSignOn', description: "A merchant's identity provider, without the client's secret." },
);

export function singleSignOnOf(body: Static<typeof SingleSignOnBody>): SingleSignOnRequest {
  return { ...body, clientSecret: body.clientSecret ?? null };
}

export const redirectUrlOf = ({ config }: Pick<Context, 'config'>, merchantId: string) =>
  returnAddress(config, merchantId);

export function answerSingleSignOn(
  { config }: Pick<Context, 'config'>,
  { merchantId, issuer, clientId, roleClaim, roles, required }: SingleSignOn & { merchantId: string },
): Static<typeof SingleSignOnAnswer> {
  return {
    issuer,
    clientId,
    roleClaim,
    roles,
    required,
    redirectUrl: returnAddress(config, merchantId),
    signInUrl: `${config.publicUrl}/portal/single-sign-on/${merchantId}`,
  };
}
