// Talks to a merchant's identity provider by OpenID Connect (contract 14): where to send a person, and who came back.
// openid-client checks state, nonce, PKCE, issuer, audience, times and the signature of the ID token. It must never log
// a code, a token or a secret.
import * as openid from 'openid-client';
import { type Identity, readIdentity } from '../../domain/access/single-sign-on.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { SingleSignOnRow } from '../../storage/access/single-sign-on-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';

export type Parts = Pick<Context, 'config' | 'now' | 'vault' | 'askIdentityProvider' | 'log'>;

/** Secrets that only the browser that began the visit has. */
export interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** Clocks of identity providers differ from ours. */
const TOLERANCE_SECONDS = 30;

/**
 * Registered at the identity provider (contract 14): each merchant has its own address. With one address for all
 * merchants, a merchant's provider could send people on to another merchant's provider, and would get the other
 * provider's codes.
 */
export const returnAddress = ({ publicUrl }: Pick<Context['config'], 'publicUrl'>, merchantId: string) =>
  `${publicUrl}/portal/single-sign-on/${merchantId}/return`;

/** Where the browser goes; `freshly`: the person must prove their identity there again. */
export async function addressAtProvider(
  parts: Parts,
  settings: SingleSignOnRow,
  { freshly }: { freshly: boolean },
): Promise<{ url: string; secrets: Secrets }> {
  const secrets = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  };
  const url = await asking(parts, settings, async (client) =>
    openid.buildAuthorizationUrl(client, {
      redirect_uri: returnAddress(parts.config, settings.merchantId),
      scope: 'openid email profile',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      ...(freshly && { prompt: 'login', max_age: '0' }),
    }),
  );
  const { allowInsecureWebhooks: isFree } = parts.config;
  if (!/^https:$/.test(url.protocol) && !(isFree && url.protocol === 'http:'))
    throw new Refusal(409, 'the identity provider names a sign-in address that is not https');
  return { url: url.href, secrets };
}

/**
 * `query`: the parameters with which the browser came back; `notBefore`: the person must have signed in there at this
 * time or later.
 */
export async function readReturnedIdentity(
  parts: Parts,
  settings: SingleSignOnRow,
  { query, secrets, notBefore }: { query: string; secrets: Secrets; notBefore: Date | null },
): Promise<Identity> {
  const back = new URL(returnAddress(parts.config, settings.merchantId));
  back.search = query;
  const claims = await asking(parts, settings, async (client) => {
    refuseOtherIssuer(client.serverMetadata(), back.searchParams);
    const tokens = await openid.authorizationCodeGrant(client, back, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
      ...(notBefore && { maxAge: Math.ceil((parts.now().getTime() - notBefore.getTime()) / 1_000) }),
    });
    const claims = tokens.claims()!;
    if (claims.azp !== undefined && claims.azp !== settings.clientId) throw new NotRight('azp');
    // Some providers tell address and groups only there.
    const { userinfo_endpoint: more } = client.serverMetadata();
    const known =
      more === undefined ? {} : await openid.fetchUserInfo(client, tokens.access_token, claims.sub);
    return { ...known, ...claims };
  });
  return readIdentity(settings, claims);
}

/** A fault that openid-client does not check. */
class NotRight extends Error {
  override name = 'NotRight';
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * RFC 9207, before we send a code anywhere: the issuer that answered must be the issuer that we asked. `iss` is
 * required if the provider says that it sends it. If it comes, we always compare it, even an empty one.
 */
function refuseOtherIssuer(
  {
    issuer,
    authorization_response_iss_parameter_supported: isTold,
  }: Pick<openid.ServerMetadata, 'issuer' | 'authorization_response_iss_parameter_supported'>,
  query: URLSearchParams,
): void {
  const said = query.getAll('iss');
  if (said.some((one) => one !== issuer) || said.length > 1) throw new NotRight('iss');
  // Some providers write the boolean as text.
  if (said.length === 0 && (isTold === true || String(isTold) === 'true')) throw new NotRight('no iss');
}

/** Turns every fault into a refusal that a person can act on. */
async function asking<T>(
  parts: Parts,
  settings: SingleSignOnRow,
  work: (client: openid.Configuration) => Promise<T>,
): Promise<T> {
  let away: unknown = null;
  const fetch: openid.CustomFetch = (url, { method, headers, body }) =>
    parts
      .askIdentityProvider(url, { method, headers, ...(body != null && { body: String(body) }) })
      .catch((error: unknown) => {
        away = error;
        throw error;
      });
  const { merchantId, secretSealed } = settings;
  const opened = await parts.vault.open(secretSealed, sealContext.singleSignOn(merchantId));
  try {
    return await work(await discover(parts, settings, { secret: opened.toString('utf8'), fetch }));
  } catch (error) {
    const { name, code, error: errorCode } = error as { name?: string; code?: string; error?: string };
    // The text comes from outside, so we repeat it only if it looks like a code of the standard.
    const said = errorCode !== undefined && /^[a-z_]{1,60}$/.test(errorCode) ? errorCode : null;
    parts.log.warn({ merchantId, fault: { name, code, said } }, 'single sign-on failed');
    if (away !== null) throw new Refusal(503, 'the identity provider does not answer; try again in a moment');
    if (error instanceof openid.AuthorizationResponseError)
      throw new Refusal(403, `the identity provider did not sign you in${said ? ` (${said})` : ''}`, {
        members: { reason: 'refused' },
      });
    if (error instanceof openid.ResponseBodyError || error instanceof openid.WWWAuthenticateChallengeError)
      throw new Refusal(409, 'the identity provider refused the gateway; check client id and secret');
    throw new Refusal(
      409,
      `the identity provider sent an invalid answer (${code ?? name}); check the issuer`,
    );
  }
}

async function discover(
  { config, now }: Parts,
  { issuer, clientId }: SingleSignOnRow,
  { secret, fetch }: { secret: string; fetch: openid.CustomFetch },
): Promise<openid.Configuration> {
  const client = await openid.discovery(
    new URL(issuer),
    clientId,
    {
      client_secret: secret,
      [openid.clockSkew]: Math.round((now().getTime() - Date.now()) / 1_000),
      [openid.clockTolerance]: TOLERANCE_SECONDS,
    },
    // A provider that names no method supports Basic.
    (as, ...rest) => {
      const can = as.token_endpoint_auth_methods_supported;
      const basic = can === undefined || can.includes('client_secret_basic');
      return (basic ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret))(as, ...rest);
    },
    {
      [openid.customFetch]: fetch,
      execute: [
        // Checks the signature of a token even if it came over TLS: we do not know what is behind a provider's proxy.
        openid.enableNonRepudiationChecks,
        ...(config.allowInsecureWebhooks ? [openid.allowInsecureRequests] : []),
      ],
    },
  );
  // Some providers have one address for all companies; its issuer is a template. It would let in anybody with an
  // account at any of these companies.
  if (/[{}]/.test(client.serverMetadata().issuer)) throw new NotRight('issuer of many companies');
  return client;
}
