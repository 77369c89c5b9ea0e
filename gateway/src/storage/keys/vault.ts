// The vault: AES-256-GCM for values that must be stored but never be readable on the disk (signing secrets, card
// numbers, files), and HMAC fingerprints of values that are only compared. Data keys are in the table data_keys,
// wrapped under MASTER_KEY. Key bytes must never leave the vault, nor reach a log.
//
// Sealed bytes: version 1 | id of the data key, 16 | nonce, 12 | tag, 16 | ciphertext. The tag also authenticates the
// context, so a card number copied into another merchant's row cannot be opened. Nonces are random: a seal key is good
// for 2^32 seals (NIST SP 800-38D), which is 3.9 million a day for three years; rotate it before.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  randomFillSync,
  randomUUIDv7,
} from 'node:crypto';
import type { Sql, SqlTransaction } from '../database/database.ts';

export type KeyPurpose = 'seal' | 'hmac';

/** A row of data_keys, ready to be written. */
export interface WrappedKey {
  id: string;
  purpose: KeyPurpose;
  wrappedKey: Buffer;
  masterKeyId: string;
}

/** The context of each kind of sealed value. Sealing and opening must use the same one; rotate-keys.ts reads it too. */
export const sealContext = {
  /** A card number, in `transactions` and in `cards`. */
  pan: (merchantId: string) => `pan:${merchantId}`,
  signingSecret: (brandId: string) => `signing-secret:${brandId}`,
  /** The credentials of an account at a provider, in `provider_accounts`. */
  providerAccount: (accountId: string) => `provider-account:${accountId}`,
  /** The fields of a method, in `transactions`. */
  paymentData: (merchantId: string) => `payment-data:${merchantId}`,
  /** The data that an adapter must remember about a charge, in `open_work`. */
  chargeState: (merchantId: string) => `charge-state:${merchantId}`,
  /** The contents of a provider's notification, in `provider_notifications`. */
  notification: (merchantId: string) => `notification:${merchantId}`,
  /** A file of payouts, in `bank_files`. */
  bankFile: (merchantId: string) => `bank-file:${merchantId}`,
  /** The contents of an entry of a statement, in `bank_entries`. */
  bankEntry: (merchantId: string) => `bank-entry:${merchantId}`,
  /** A shopper's confirmation, in `confirmations`. */
  confirmation: (merchantId: string) => `confirmation:${merchantId}`,
  /** Evidence against a dispute, in `dispute_evidence`. */
  evidence: (merchantId: string) => `evidence:${merchantId}`,
  /** What a provider needs to charge or to forget a mandate, in `mandates`. */
  mandate: (merchantId: string) => `mandate:${merchantId}`,
  /** The token of a payment link, in `payment_links`. */
  linkToken: (merchantId: string) => `link-token:${merchantId}`,
  /** The link in a mail that is not sent yet, in `mails`. */
  mailedLink: (merchantId: string) => `mailed-link:${merchantId}`,
  /** The secret of the client at a merchant's identity provider, in `single_sign_on`. */
  singleSignOn: (merchantId: string) => `single-sign-on:${merchantId}`,
  /** The private key that signs a merchant's month-ends, in `month_end_keys`. */
  monthEndKey: (merchantId: string) => `month-end-key:${merchantId}`,
  /** A visit at an identity provider, in a cookie of the browser that began it. */
  singleSignOnVisit: () => 'single-sign-on-visit',
  /** The person whom a user of this browser may link, in its cookie. */
  singleSignOnLink: () => 'single-sign-on-link',
  /** The secret of an authenticator app, in `users`, and in `portal_sessions` while the user adds the app. */
  totp: (userId: string) => `totp:${userId}`,
};

/** The keyed hash of a blocked value of a brand, for the blocks of people whose data was erased. */
export const blockHash =
  (vault: Pick<Vault, 'fingerprint'>, brandId: string) =>
  (kind: string, value: string): string =>
    vault.fingerprint(`block ${brandId} ${kind} ${value}`).toString('base64url');

/** MASTER_KEY does not fit the keys of this database. The message says what to do and contains no key. */
export class WrongMasterKeyError extends Error {
  override name = 'WrongMasterKeyError';
}

/** Sealed bytes that cannot be opened: altered, from another context, or under a data key that no longer exists. */
export class SealBrokenError extends Error {
  override name = 'SealBrokenError';
}

/** Writes a wrapped key unless its id exists. It is newer than all keys before it, whatever the clock shows. */
export async function insertKey(sql: Sql | SqlTransaction, key: WrappedKey): Promise<void> {
  await sql`
    insert into data_keys (id, purpose, wrapped_key, master_key_id, created_at)
    select ${key.id}, ${key.purpose}, ${key.wrappedKey}, ${key.masterKeyId},
      greatest(clock_timestamp(), max(created_at) + interval '1 millisecond')
    from data_keys
    on conflict (id) do nothing`;
}

export class Vault {
  readonly #sql: Sql;
  readonly #masterKey: KeyObject;
  readonly #masterKeyId: string;
  /** Under the id's 32 hex digits, as in sealed bytes. Retired keys stay, because they can still open. */
  readonly #sealKeys = new Map<string, SealKey>();
  #activeSealKey: SealKey | undefined;
  #hmacKey: KeyObject | undefined;
  #fingerprintKey!: KeyObject;
  #tokenKey!: KeyObject;
  #cardKey!: KeyObject;
  #refreshing: Promise<void> | undefined;

  constructor(sql: Sql, masterKey: Buffer) {
    this.#sql = sql;
    this.#masterKey = masterKeyObject(masterKey);
    this.#masterKeyId = masterKeyId(this.#masterKey);
  }

  /**
   * Opens the vault of this database. The very first start makes its keys; if several processes start at once, one of
   * them wins. Throws WrongMasterKeyError; throws RangeError for a master key that is not 32 bytes.
   */
  static async open(sql: Sql, masterKey: Buffer): Promise<Vault> {
    const vault = new Vault(sql, masterKey);
    await vault.refresh();
    if (!vault.complete) {
      // The first keys have fixed ids, so two starting processes write the same row instead of making two keys. They
      // are one commit, so two processes with different master keys cannot each win one of them.
      await sql.begin(async (tx) => {
        for (const [purpose, id] of FIRST_KEY_IDS) await insertKey(tx, vault.newKey(purpose, id));
      });
      await vault.refresh();
    }
    return vault;
  }

  /** Whether there are keys, without making any. Throws WrongMasterKeyError if the master key does not open them. */
  static async fits(sql: Sql, masterKey: Buffer): Promise<boolean> {
    const vault = new Vault(sql, masterKey);
    await vault.refresh();
    return vault.complete;
  }

  /** The newest seal key: it seals new values. */
  get activeSealKeyId(): string {
    return this.#active().id;
  }

  get complete(): boolean {
    return this.#activeSealKey !== undefined && this.#hmacKey !== undefined;
  }

  /** Seals a secret for its context (sealContext). About 4 µs; the answer is 45 bytes longer than the text. */
  seal(plain: string | Buffer, context: string): Buffer {
    const { key, idBytes } = this.#active();
    return Buffer.concat([SEAL_VERSION, idBytes, encrypt(key, plain, context)]);
  }

  /** Opens sealed bytes, also under a key that another process has made meanwhile. Throws SealBrokenError. */
  async open(sealed: Buffer, context: string): Promise<Buffer> {
    if (sealed.length < HEADER_BYTES || sealed[0] !== SEAL_VERSION[0]) {
      throw new SealBrokenError('these bytes were not sealed by this vault');
    }
    const keyId = sealed.toString('hex', 1, HEADER_BYTES);
    if (!this.#sealKeys.has(keyId)) await this.refresh();
    const sealKey = this.#sealKeys.get(keyId);
    if (sealKey === undefined) throw new SealBrokenError(`sealed under data key ${keyId}, which is gone`);
    try {
      return decrypt(sealKey.key, sealed.subarray(HEADER_BYTES), context);
    } catch (cause) {
      throw new SealBrokenError('sealed bytes were altered, or belong to another context', { cause });
    }
  }

  /**
   * HMAC-SHA256 under the gateway's own key, 32 bytes: equal texts have equal fingerprints, and a fingerprint does not
   * reveal its text.
   */
  fingerprint(text: string): Buffer {
    return createHmac('sha256', this.#fingerprintKey).update(text, 'utf8').digest();
  }

  /**
   * The same text always gets the same token, "tok_" and 43 characters of base64url. Nobody can calculate it from a
   * fingerprint.
   */
  token(text: string): string {
    return `tok_${createHmac('sha256', this.#tokenKey).update(text, 'utf8').digest('base64url')}`;
  }

  /**
   * Recognises a card of a brand, 16 bytes. Another brand has another key for the same number, so nobody can link the
   * two.
   */
  cardKey(brandId: string, number: string): Buffer {
    return createHmac('sha256', this.#cardKey).update(`${brandId} ${number}`).digest().subarray(0, 16);
  }

  /** Recognises the account of a payout's recipient, as `cardKey` does a card. */
  recipientKey(brandId: string, account: string): string {
    const text = `${brandId} recipient ${account}`;
    return createHmac('sha256', this.#cardKey).update(text, 'utf8').digest('base64url').slice(0, 22);
  }

  /**
   * Reads the keys again. A running process must call it every few seconds: after a rotation it then seals under the
   * new key. Concurrent calls share one query.
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#load().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /**
   * A new data key, wrapped under this vault's master key. The vault uses it after it is stored and `refresh` has run.
   */
  newKey(purpose: KeyPurpose, id: string = randomUUIDv7()): WrappedKey {
    return wrap(id, purpose, randomBytes(32), this.#masterKey);
  }

  /** Every data key, wrapped under another master key. */
  rewrapped(newMasterKey: Buffer): WrappedKey[] {
    const master = masterKeyObject(newMasterKey);
    const wrapped = [...this.#sealKeys.values()].map(({ id, key }) => wrap(id, 'seal', key.export(), master));
    if (this.#hmacKey) wrapped.push(wrap(this.#hmacKeyId, 'hmac', this.#hmacKey.export(), master));
    return wrapped;
  }

  #hmacKeyId = '';

  #active(): SealKey {
    if (this.#activeSealKey === undefined) throw new Error('the vault has no key to seal with');
    return this.#activeSealKey;
  }

  async #load(): Promise<void> {
    const rows = await this.#sql<KeyRow[]>`
      select id, purpose, wrapped_key, master_key_id, retired_at from data_keys order by created_at, id`;
    for (const row of rows) {
      if (row.purpose === 'seal') this.#learnSealKey(row);
      else if (this.#hmacKey === undefined) this.#learnHmacKey(row);
    }
  }

  #learnSealKey(row: KeyRow): void {
    const idBytes = Buffer.from(row.id.replaceAll('-', ''), 'hex');
    const hex = idBytes.toString('hex');
    // A known key is not unwrapped again: its row may be under a new master key that this process does not have.
    const sealKey = this.#sealKeys.get(hex) ?? { id: row.id, idBytes, key: this.#unwrap(row) };
    this.#sealKeys.set(hex, sealKey);
    if (row.retired_at === null) this.#activeSealKey = sealKey;
  }

  #learnHmacKey(row: KeyRow): void {
    this.#hmacKey = this.#unwrap(row);
    this.#hmacKeyId = row.id;
    this.#fingerprintKey = subkey(this.#hmacKey, 'fingerprint');
    this.#tokenKey = subkey(this.#hmacKey, 'token');
    this.#cardKey = subkey(this.#hmacKey, 'card');
  }

  #unwrap(row: KeyRow): KeyObject {
    try {
      const bytes = decrypt(this.#masterKey, row.wrapped_key, wrapContext(row.id, row.purpose));
      return createSecretKey(bytes);
    } catch (cause) {
      const same = row.master_key_id === this.#masterKeyId;
      throw new WrongMasterKeyError(
        same
          ? `data key ${row.id} is damaged: MASTER_KEY is the right one, but it cannot unwrap the stored key`
          : `MASTER_KEY is wrong for this database: its data keys are under master key ${row.master_key_id}, ` +
              `the given one is ${this.#masterKeyId}. Start with the MASTER_KEY that the data was stored with`,
        { cause },
      );
    }
  }
}

interface SealKey {
  id: string;
  idBytes: Buffer;
  key: KeyObject;
}

interface KeyRow {
  id: string;
  purpose: KeyPurpose;
  wrapped_key: Buffer;
  master_key_id: string;
  retired_at: Date | null;
}

const FIRST_KEY_IDS: readonly (readonly [KeyPurpose, string])[] = [
  ['seal', '00000000-0000-7000-8000-000000000001'],
  ['hmac', '00000000-0000-7000-8000-000000000002'],
];

const SEAL_VERSION = Buffer.from([1]);
const HEADER_BYTES = 17;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function masterKeyObject(masterKey: Buffer): KeyObject {
  if (masterKey.length !== 32)
    throw new RangeError(`a master key has 32 bytes, this one ${masterKey.length}`);
  return createSecretKey(masterKey);
}

/** Distinguishes master keys in the table and in messages. Nobody can calculate the key from it. */
const masterKeyId = (masterKey: KeyObject): string =>
  createHmac('sha256', masterKey).update('master key id').digest('hex').slice(0, 12);

const subkey = (key: KeyObject, use: string): KeyObject =>
  createSecretKey(createHmac('sha256', key).update(use).digest());

const wrapContext = (id: string, purpose: KeyPurpose) => `data-key:${purpose}:${id}`;

function wrap(id: string, purpose: KeyPurpose, bytes: Buffer, masterKey: KeyObject): WrappedKey {
  const wrappedKey = encrypt(masterKey, bytes, wrapContext(id, purpose));
  return { id, purpose, wrappedKey, masterKeyId: masterKeyId(masterKey) };
}

/** nonce | tag | ciphertext */
function encrypt(key: KeyObject, plain: string | Buffer, context: string): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  cipher.final(); // GCM has no last block: it gives no bytes, only the tag
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function decrypt(key: KeyObject, box: Buffer, context: string): Buffer {
  const nonce = box.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES));
  decipher.final();
  return text;
}

// Random bytes are made in bulk: 12 at a time cost 1.5 µs, from this pool 0.03. Each slice is used once.
const noncePool = Buffer.alloc(1024 * NONCE_BYTES);
let nonceOffset = noncePool.length;

function nextNonce(): Buffer {
  if (nonceOffset === noncePool.length) {
    randomFillSync(noncePool);
    nonceOffset = 0;
  }
  nonceOffset += NONCE_BYTES;
  return noncePool.subarray(nonceOffset - NONCE_BYTES, nonceOffset);
}
