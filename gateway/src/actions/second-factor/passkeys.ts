// Passkeys as second factor (contract 14, WebAuthn): adding one, and proving one at the sign-in. The browser signs for
// our host and origin alone. Each challenge belongs to one session and one purpose, and works once.
import { randomUUIDv7 } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import {
  type ChallengePurpose,
  insertPasskey,
  keepChallenge,
  listPasskeys,
  notePasskeyUse,
  renamePasskey,
  takeChallenge,
} from '../../storage/access/passkey-store.ts';
import type { SignedIn } from '../../storage/access/portal-session-store.ts';
import { findUser } from '../../storage/access/user-store.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import type { Context } from '../context.ts';
import { type AddedFactor, addFactor, type NewFactor, refuseUnproven } from './add-factor.ts';
import type { Proof } from './prove-second-factor.ts';

type Parts = Pick<Context, 'sql' | 'now' | 'vault' | 'config' | 'log'>;

/** EdDSA, ES256, RS256: supported by every device. */
const ALGORITHMS = [-8, -7, -257];
const CHALLENGE_LIFE_MS = 5 * 60_000;
/** No user has more devices. */
const MOST_PASSKEYS = 20;

/**
 * The library and its dependencies are 300 modules and take a seventh of a gateway's start. So we load them only for
 * the first passkey.
 */
const webauthn = () => import('@simplewebauthn/server');

export async function beginPasskey(
  parts: Parts,
  session: SignedIn,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const user = (await findUser(parts.sql, session.merchantId, session.userId))!;
  refuseUnproven(session, user);
  const known = await listPasskeys(parts.sql, session);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Tollgate',
    rpID: hostOf(parts),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    timeout: CHALLENGE_LIFE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await keep(parts, session, options.challenge, 'enrol');
  return options;
}

export async function finishPasskey(
  parts: Parts,
  by: AuditActor,
  session: SignedIn,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<AddedFactor> {
  const { verifyRegistrationResponse } = await webauthn();
  const challenge = await take(parts, session, 'enrol');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...expected(parts, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
    response,
  }).catch(notVerified(parts));
  if (!verified) throw new Refusal(400, ['response: this passkey could not be verified; try again']);
  const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
  const key = { id: randomUUIDv7(), credentialId, publicKey: Buffer.from(publicKey), counter, transports };
  const store: NewFactor['store'] = async (tx, user, at) => {
    if (user.passkeys >= MOST_PASSKEYS)
      throw new Refusal(409, `you can have at most ${MOST_PASSKEYS} passkeys; remove one first`);
    if (!(await insertPasskey(tx, session, { ...key, name, createdAt: at }))) {
      throw new Refusal(409, 'you already have this passkey');
    }
    return { name };
  };
  return await addFactor(parts, by, session, { factor: 'passkey', store });
}

export async function beginProof(
  parts: Parts,
  session: SignedIn,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const known = await listPasskeys(parts.sql, session);
  if (known.length === 0) throw new Refusal(409, 'you have no passkey');
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(parts),
    allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
    timeout: CHALLENGE_LIFE_MS,
  });
  await keep(parts, session, options.challenge, 'prove');
  return options;
}

/** Uses up the challenge, whatever the result. */
export async function passkeyProof(
  parts: Parts,
  session: SignedIn,
  response: AuthenticationResponseJSON,
): Promise<Proof> {
  const { verifyAuthenticationResponse } = await webauthn();
  const challenge = await take(parts, session, 'prove');
  const check: Proof['check'] = async (tx, _user, at) => {
    const known = (await listPasskeys(tx, session)).find(({ credentialId }) => credentialId === response.id);
    if (!known) return false;
    const { credentialId: id, counter, transports } = known;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(parts, challenge),
      response,
      credential: { id, publicKey: new Uint8Array(known.publicKey), counter, transports },
    }).catch(notVerified(parts));
    if (!verified) return false;
    await notePasskeyUse(tx, session, { id: known.id, counter: authenticationInfo!.newCounter, at });
    return true;
  };
  return { factor: 'passkey', check };
}

export async function changePasskeyName(
  { sql, now }: Parts,
  by: AuditActor,
  { merchantId, userId }: SignedIn,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const isThere = await withRetries(() =>
    sql.begin(async (tx) => {
      const former = await renamePasskey(tx, { merchantId, userId }, { id, name });
      if (former === null) return false;
      const target = { kind: 'user', id: userId } as const;
      const facts = { before: { passkey: former }, after: { passkey: name } };
      await appendAudit(tx, { merchantId, at: now(), by, action: 'user.changed', target, ...facts });
      return true;
    }),
  );
  if (!isThere) throw new Refusal(404, 'passkeyId: you have no such passkey');
}

async function keep(
  parts: Parts,
  session: SignedIn,
  challenge: string,
  purpose: ChallengePurpose,
): Promise<void> {
  const expiresAt = new Date(parts.now().getTime() + CHALLENGE_LIFE_MS);
  await keepChallenge(parts.sql, session, { challenge, purpose, expiresAt });
}

async function take(parts: Parts, session: SignedIn, purpose: ChallengePurpose): Promise<string> {
  const challenge = await takeChallenge(parts.sql, session, purpose, parts.now());
  if (challenge === null) throw new Refusal(409, 'this took too long; begin again');
  return challenge;
}

/** Accepts no similar host and no subdomain. The device need not verify the user: the password did. */
function expected({ config }: Pick<Parts, 'config'>, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: new URL(config.publicUrl).origin,
    expectedRPID: hostOf({ config }),
    requireUserVerification: false,
  };
}

const hostOf = ({ config }: Pick<Parts, 'config'>): string => new URL(config.publicUrl).hostname;

/** The library throws for anything that does not fit; the reason goes to the log, not to the caller. */
function notVerified({ log }: Pick<Parts, 'log'>) {
  return (error: unknown): { verified: false; registrationInfo?: never; authenticationInfo?: never } => {
    log.info(
      { reason: error instanceof Error ? error.message : String(error) },
      'a passkey was not verified',
    );
    return { verified: false };
  };
}
