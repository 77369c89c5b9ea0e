// Authenticates to the server: by password in clear (useful with TLS only), as MD5, or by SCRAM-SHA-256, where the
// server also proves that it knows the password. Like the driver, it never uses channel binding.
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Outgoing } from '../wire/protocol-messages.ts';

const OK = 0;
const CLEARTEXT = 3;
const MD5 = 5;
const SASL = 10;
const SASL_CONTINUE = 11;
const SASL_FINAL = 12;
const MECHANISM = 'SCRAM-SHA-256';
/** The header of a client without channel binding: `n,,` */
const NO_BINDING = 'biws';

export class Authentication {
  readonly #user: string;
  readonly #password: string;
  readonly #nonce = randomBytes(18).toString('base64');
  /** The proof that the server must give at the end. If SCRAM has begun, a greeting without this proof is not valid. */
  #expected: Buffer | null = null;
  #begun = false;

  constructor(user: string, password: string) {
    this.#user = user;
    this.#password = password;
  }

  /** Answers a request (message `R`), if it needs an answer. Throws if the server must not be trusted. */
  answer(bytes: Buffer, at: number, end: number, out: Outgoing): void {
    const request = bytes.readInt32BE(at);
    const text = () => bytes.toString('utf8', at + 4, end);
    switch (request) {
      case OK:
        if (this.#begun) throw refused('the server did not prove that it knows the password');
        return;
      case CLEARTEXT:
        out.password(`${this.#password}\0`);
        return;
      case MD5:
        out.password(`${this.#md5(bytes.subarray(at + 4, at + 8))}\0`);
        return;
      case SASL:
        if (!text().split('\0').includes(MECHANISM))
          throw refused(`the server does not support ${MECHANISM}`);
        this.#begun = true;
        out.password(`n,,n=*,r=${this.#nonce}`, MECHANISM);
        return;
      case SASL_CONTINUE:
        out.password(this.#prove(text()));
        return;
      case SASL_FINAL:
        this.#verify(text());
        return;
      default:
        throw refused(`the server asks for an authentication method that is not supported (${request})`);
    }
  }

  #md5(salt: Buffer): string {
    const inner = createHash('md5').update(`${this.#password}${this.#user}`).digest('hex');
    return `md5${createHash('md5').update(inner).update(salt).digest('hex')}`;
  }

  #prove(challenge: string): string {
    const { r: nonce, s: salt, i: iterations } = fieldsOf(challenge);
    if (!this.#begun || !nonce?.startsWith(this.#nonce) || !salt || !(Number(iterations) > 0))
      throw refused("the server's challenge does not belong to this login");
    const salted = pbkdf2Sync(this.#password, Buffer.from(salt, 'base64'), Number(iterations), 32, 'sha256');
    const bare = `c=${NO_BINDING},r=${nonce}`;
    const all = `n=*,r=${this.#nonce},${challenge},${bare}`;
    const clientKey = hmac(salted, 'Client Key');
    const signature = hmac(createHash('sha256').update(clientKey).digest(), all);
    this.#expected = hmac(hmac(salted, 'Server Key'), all);
    const proof = clientKey.map((byte, i) => byte ^ signature[i]!);
    return `${bare},p=${Buffer.from(proof).toString('base64')}`;
  }

  #verify(final: string): void {
    const given = Buffer.from(fieldsOf(final).v ?? '', 'base64');
    if (this.#expected?.length !== given.length || !timingSafeEqual(this.#expected, given))
      throw refused('the server did not return the correct signature');
    this.#begun = false;
  }
}

const fieldsOf = (message: string): Record<string, string | undefined> =>
  Object.fromEntries(message.split(',').map((field) => [field[0], field.slice(2)]));

const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();

function refused(message: string): Error {
  return Object.assign(new Error(message), { code: 'SASL_SIGNATURE_MISMATCH' });
}
