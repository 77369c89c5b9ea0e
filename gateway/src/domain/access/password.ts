// Passwords of portal users as Argon2id strings, in the usual form $argon2id$v=19$m=…,t=…,p=…$salt$hash. The costs are
// in the string, so we can raise them later and old hashes still work. Never hash on every request.
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';

export type PasswordCost = Readonly<{ memoryKib: number; passes: number }>;

/** The minimum that OWASP advises for Argon2id: 19 MiB, two passes, a parallelism of one. About 30 ms. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2 };
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const STORED = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

export async function hashPassword(password: string, { memoryKib, passes }: PasswordCost): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const key = await derive({
    message: Buffer.from(password.normalize('NFKC')),
    nonce,
    memory: memoryKib,
    passes,
    parallelism: PARALLELISM,
    tagLength: HASH_BYTES,
  });
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${PARALLELISM}$${unpadded(nonce)}$${unpadded(key)}`;
}

/** Also false for a stored text that is not one of our hashes. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const parts = STORED.exec(stored);
  if (!parts) return false;
  const expected = Buffer.from(parts[5]!, 'base64');
  const key = await derive({
    message: Buffer.from(password.normalize('NFKC')),
    nonce: Buffer.from(parts[4]!, 'base64'),
    memory: Number(parts[1]),
    passes: Number(parts[2]),
    parallelism: Number(parts[3]),
    tagLength: expected.length,
  });
  return timingSafeEqual(key, expected);
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '');
