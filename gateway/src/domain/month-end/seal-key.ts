// The signature of a month-end's seal (decision 108): Ed25519, whose private key only the gateway has. Who has the
// public key from elsewhere than from the archive knows that the gateway sealed it. Pure. A private key must go
// nowhere but into the vault.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';

/** As it is stored. */
export interface SealKeyPair {
  /** SubjectPublicKeyInfo */
  publicKey: Buffer;
  /** PKCS 8 */
  privateKey: Buffer;
}

export function newSealKeyPair(): SealKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  };
}

export const signSeal = (privateKey: Buffer, text: string): Buffer =>
  sign(null, Buffer.from(text), createPrivateKey({ key: privateKey, type: 'pkcs8', format: 'der' }));

/** false too for what is no key of this kind. */
export function isSealSignature(
  publicKey: Buffer,
  { text, signature }: { text: string; signature: Buffer },
): boolean {
  try {
    const key = createPublicKey({ key: publicKey, type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, signature);
  } catch {
    return false;
  }
}

/** By which people compare keys: the SHA-256 of the public one. */
export const fingerprintOf = (publicKey: Buffer): string =>
  createHash('sha256').update(publicKey).digest('hex');

/** A file of keys, each with a line about it. */
export const pemOf = (keys: readonly { publicKey: Buffer; madeAt: Date; retiredAt: Date | null }[]): string =>
  keys
    .map(({ publicKey, madeAt, retiredAt }) => {
      const until = retiredAt === null ? 'it signs' : `it signed until ${retiredAt.toISOString()}`;
      const about = `# ${fingerprintOf(publicKey)}, made ${madeAt.toISOString()}; ${until}`;
      const pem = createPublicKey({ key: publicKey, type: 'spki', format: 'der' });
      return `${about}\n${pem.export({ type: 'spki', format: 'pem' })}`;
    })
    .join('\n');

const PEM = /-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----/g;

/** The keys of such a file; none: it has no key that can be read. */
export function keysInPem(text: string): Buffer[] {
  return (text.match(PEM) ?? []).flatMap((pem) => {
    try {
      return [createPublicKey(pem).export({ type: 'spki', format: 'der' })];
    } catch {
      return [];
    }
  });
}
