// The signature of a month-end's seal (decision 108): Ed25519. Only the gateway has the private key. If somebody got
// the public key from outside the archive, the signature proves to them that the gateway sealed it. Pure. A private key
// must go nowhere but into the vault.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';

/** In its stored form. */
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

/** Also false if the key is not of this kind. */
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

/** How people compare keys: the SHA-256 of the public key. */
export const fingerprintOf = (publicKey: Buffer): string =>
  createHash('sha256').update(publicKey).digest('hex');

/** A file of keys, with a line about each. */
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

/** The keys in such a file; empty: it has no key that can be read. */
export function keysInPem(text: string): Buffer[] {
  return (text.match(PEM) ?? []).flatMap((pem) => {
    try {
      return [createPublicKey(pem).export({ type: 'spki', format: 'der' })];
    } catch {
      return [];
    }
  });
}
