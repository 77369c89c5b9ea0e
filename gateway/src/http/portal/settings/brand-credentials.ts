// API keys and signing secrets of a brand under /portal/api/brands/{brandId} (contract 14): list them without their
// values, replace one with an overlap, end a former one now. Only the answer that makes a new one may show it.
import { type Static, type TSchema, Type } from 'typebox';
import { allowSettle } from '../../../actions/keys/allow-settle.ts';
import { endCredential } from '../../../actions/keys/end-credential.ts';
import { rotateApiKey } from '../../../actions/keys/rotate-api-key.ts';
import { rotateSigningSecret } from '../../../actions/keys/rotate-signing-secret.ts';
import type { AuditActor } from '../../../domain/audit/audit.ts';
import { KEY_SCOPES, type KeyScope } from '../../../domain/keys/key-scopes.ts';
import {
  type Credential,
  type CredentialKind,
  listCredentials,
} from '../../../storage/keys/credential-store.ts';
import { type Call, call } from '../../calls/call.ts';
import { KeyRotationBody, PreviousExpiresAt, RotationBody } from '../../schemas/brand-setting-schemas.ts';
import { choice, textOrNull, timeOrNull, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const ListedCredential = Type.Object(
  {
    id: uuid('The key or secret.'),
    hint: textOrNull('Its prefix and its last four characters; null: created before they were stored.'),
    state: choice(
      ['current', 'former', 'ended'],
      'current: the newest. former: replaced, and valid until it expires. ended: refused.',
    ),
    createdAt: Type.String({ format: 'date-time', description: 'When it was created.' }),
    expiresAt: timeOrNull('When it expires or expired; null: it is valid until it is replaced.'),
    lastUsedAt: timeOrNull(
      'When it was last used by a request, rounded to the minute; null: no use is known.',
    ),
    lastUsedFrom: textOrNull('Source address of that request.'),
    scopes: Type.Unsafe<KeyScope[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', enum: [...KEY_SCOPES] },
      description: 'What an API key may do; null: a signing secret.',
    } as TSchema),
    madeByYou: Type.Boolean({ description: 'Whether the caller created it in the portal.' }),
  },
  { title: 'Credential', description: 'An API key or a signing secret, without its value.' },
);

const ROUTES = {
  'api-key': {
    path: 'api-keys',
    one: 'API key',
    many: 'API keys',
    list: 'listApiKeys',
    rotate: 'replaceApiKey',
    end: 'endApiKey',
    overlap:
      'Requests are accepted with the new key and, until they expire, with the former keys. If the brand has four ' +
      'eyes, the new key has no scope `settle` until another person adds it (`allowSettle`).',
  },
  'signing-secret': {
    path: 'signing-secrets',
    one: 'signing secret',
    many: 'signing secrets',
    list: 'listSigningSecrets',
    rotate: 'replaceSigningSecret',
    end: 'endSigningSecret',
    overlap:
      'Answers and webhooks are signed with the new secret from now on. Requests are accepted with the former ' +
      'secrets until they expire.',
  },
} as const;

const Rotated = Type.Object(
  {
    secret: Type.String({ description: 'The new key or secret. Shown only here.' }),
    previousExpiresAt: PreviousExpiresAt,
  },
  { title: 'NewCredential', description: 'A new API key or signing secret.' },
);

function listCall(kind: CredentialKind): Call {
  const { path, many, list } = ROUTES[kind];
  return call({
    address: `GET /portal/api/brands/:brandId/${path}`,
    operationId: list,
    tags: ['Portal settings'],
    summary: `List the ${many} of a brand`,
    description: 'Newest first, including expired ones; at most 50.',
    access: 'portal',
    permission: 'settings.read',
    params: PortalBrandPath,
    answers: {
      200: {
        description: `The ${many}.`,
        schema: Type.Object({ items: Type.Array(ListedCredential, { description: `The ${many}.` }) }),
      },
      ...portalErrors(),
    },
    handle: async (context, { portal }) => {
      const { merchantId, brandId } = portal.brand;
      const found = await listCredentials(context.sql, kind, merchantId, brandId);
      return { items: found.map((one) => toWire(one, context.now(), portal.actor)) };
    },
  });
}

function rotateCall(kind: CredentialKind): Call {
  const { path, one, rotate, overlap } = ROUTES[kind];
  return call({
    address: `POST /portal/api/brands/:brandId/${path}`,
    operationId: rotate,
    tags: ['Portal settings'],
    summary: `Create a new ${one}`,
    description: overlap,
    access: 'portal',
    permission: 'keys.rotate',
    needsConfirmation: true,
    params: PortalBrandPath,
    body: kind === 'api-key' ? KeyRotationBody : RotationBody,
    answers: { 201: { description: 'Created.', schema: Rotated }, ...portalErrors() },
    handle: async (context, { portal: { brand, actor }, body }) => {
      const { expirePreviousInSeconds, scopes } = body as Static<typeof KeyRotationBody>;
      const overlapOf = expirePreviousInSeconds == null ? {} : { expirePreviousInSeconds };
      const made =
        kind === 'api-key'
          ? await rotateApiKey(context, actor, brand.brandId, { ...overlapOf, scopes })
          : await rotateSigningSecret(context, actor, brand.brandId, overlapOf);
      const secret = 'apiKey' in made ? made.apiKey : made.signingSecret;
      return { secret, previousExpiresAt: made.previousExpiresAt.toISOString() };
    },
  });
}

function endCall(kind: CredentialKind): Call {
  const { path, one, end } = ROUTES[kind];
  return call({
    address: `DELETE /portal/api/brands/:brandId/${path}/:credentialId`,
    operationId: end,
    tags: ['Portal settings'],
    summary: `End a former ${one} now`,
    description: `Ends it before its overlap is over. The newest ${one} cannot be ended, only replaced.`,
    access: 'portal',
    permission: 'keys.rotate',
    needsConfirmation: true,
    params: Type.Object({ brandId: uuid('The brand.'), credentialId: uuid(`The ${one}.`) }),
    answers: { 200: { description: 'Ended.', schema: ListedCredential }, ...portalErrors(409) },
    handle: async (context, { portal: { brand, actor }, params }) => {
      const id = params.credentialId.toLowerCase();
      return toWire(await endCredential(context, actor, brand, { kind, id }), context.now(), actor);
    },
  });
}

export const allowSettleCall = call({
  address: 'POST /portal/api/brands/:brandId/api-keys/:credentialId/settle',
  operationId: 'allowSettle',
  tags: ['Portal settings'],
  summary: 'Let an API key approve payouts',
  description:
    'Adds the scope `settle` to a key that has none. If the brand has four eyes, the person who created the key ' +
    'cannot do it.',
  access: 'portal',
  permission: 'keys.allow-settle',
  needsConfirmation: true,
  params: Type.Object({ brandId: uuid('The brand.'), credentialId: uuid('The API key.') }),
  answers: { 200: { description: 'Allowed.', schema: ListedCredential }, ...portalErrors(409) },
  handle: async (context, { portal, params }) => {
    const { brand, actor } = portal;
    const changed = await allowSettle(context, actor, brand, params.credentialId.toLowerCase());
    return toWire(changed, context.now(), actor);
  },
});

export const credentialCalls = (['api-key', 'signing-secret'] as const).flatMap((kind) => [
  listCall(kind),
  rotateCall(kind),
  endCall(kind),
]);

function toWire(
  credential: Credential,
  now: Date,
  caller: Pick<AuditActor, 'id'>,
): Static<typeof ListedCredential> {
  const { id, hint, createdAt, expiresAt, lastUsedAt, lastUsedFrom, scopes, madeBy } = credential;
  const isOver = expiresAt !== null && expiresAt <= now;
  return {
    id,
    hint,
    state: isOver ? 'ended' : expiresAt === null ? 'current' : 'former',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    lastUsedFrom,
    scopes,
    madeByYou: madeBy === caller.id,
  };
}
