// What an identity provider may answer (contract 14). An ID token of another issuer, for another client or another
// visit lets nobody in, and a provider of many companies is refused. The provider here is a few answers that the test
// signs.
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import test from 'node:test';
import {
  addressAtProvider,
  type Parts,
  readReturnedIdentity,
  type Secrets,
} from '../../../src/actions/single-sign-on/identity-provider.ts';
import type { SingleSignOnRow } from '../../../src/storage/access/single-sign-on-store.ts';

const ISSUER = 'https://login.example.com';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = { ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' };
const NOW = new Date();

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
function signed(claims: object): string {
  const text = `${base64({ alg: 'RS256', kid: '1' })}.${base64(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

const settings = (issuer: string) =>
  ({
    merchantId: '01890a5d-0000-7000-8000-000000000000',
    issuer,
    clientId: 'tollgate',
    roleClaim: 'groups',
    roles: { admins: 'owner' },
    secretSealed: Buffer.from(''),
  }) as unknown as SingleSignOnRow;

/** `asked`: the addresses that the gateway called. */
function partsWith(metadata: object, idToken: () => string, asked: string[] = []): Parts {
  const answers: Record<string, () => object> = {
    '/token': () => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken() }),
    '/keys': () => ({ keys: [KEY] }),
  };
  return {
    config: { publicUrl: 'https://pay.example', allowInsecureWebhooks: false },
    now: () => NOW,
    vault: { open: async () => Buffer.from('a secret of the client') },
    log: { warn() {} },
    async askIdentityProvider(url: string) {
      asked.push(new URL(url).pathname);
      return Response.json((answers[new URL(url).pathname] ?? (() => metadata))());
    },
  } as unknown as Parts;
}

const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
  id_token_signing_alg_values_supported: ['RS256'],
};

async function comeBack(
  claims: object,
  { metadata = METADATA as object, iss = '', asked = [] as string[] } = {},
) {
  let secrets: Secrets | null = null;
  const seconds = Math.floor(NOW.getTime() / 1000);
  const told = () =>
    signed({
      iss: ISSUER,
      aud: 'tollgate',
      sub: '7',
      nonce: secrets!.nonce,
      iat: seconds,
      exp: seconds + 60,
      email: 'anna@example.com',
      groups: ['admins'],
      ...claims,
    });
  const parts = partsWith(metadata, told, asked);
  const begun = await addressAtProvider(parts, settings(ISSUER), { freshly: false });
  secrets = begun.secrets;
  const query = new URLSearchParams({ code: 'c', state: secrets.state, ...(iss && { iss }) }).toString();
  return await readReturnedIdentity(parts, settings(ISSUER), { query, secrets, notBefore: null });
}

test('an ID token must have the issuer, audience, authorized party and nonce of the visit', async () => {
  assert.equal((await comeBack({})).role, 'owner');
  assert.equal((await comeBack({ aud: ['tollgate', 'other'], azp: 'tollgate' })).role, 'owner');
  for (const claims of [
    { iss: 'https://evil.example' },
    { aud: 'other' },
    { aud: ['tollgate', 'other'] },
    { aud: ['tollgate', 'other'], azp: 'other' },
    { azp: 'other' },
    { nonce: 'of another visit' },
    { nonce: undefined },
    { exp: 1 },
  ])
    await assert.rejects(comeBack(claims), /an invalid answer/, JSON.stringify(claims));
});

test('an answer without the issuer that the provider promises, or with another issuer, sends no code to the provider', async () => {
  const metadata = { ...METADATA, authorization_response_iss_parameter_supported: true };
  assert.equal((await comeBack({}, { metadata, iss: ISSUER })).role, 'owner');
  assert.equal((await comeBack({}, { iss: ISSUER })).role, 'owner', 'also where it is not promised');
  for (const [promised, iss] of [
    [metadata, ''],
    [metadata, 'https://evil.example'],
    [METADATA, 'https://evil.example'],
    [METADATA, `${ISSUER}/`],
  ] as const) {
    const asked: string[] = [];
    await assert.rejects(comeBack({}, { metadata: promised, iss, asked }), /an invalid answer/);
    assert.ok(!asked.includes('/token'), iss);
  }
});

test('an identity provider for people of all companies is refused, and so is metadata of another issuer', async () => {
  const many = 'https://login.microsoftonline.com/common/v2.0';
  const template = { ...METADATA, issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' };
  for (const [issuer, metadata] of [
    [many, template],
    [ISSUER, { ...METADATA, issuer: 'https://evil.example' }],
  ] as const)
    await assert.rejects(
      addressAtProvider(
        partsWith(metadata, () => ''),
        settings(issuer),
        { freshly: false },
      ),
      /an invalid answer/,
    );
});
