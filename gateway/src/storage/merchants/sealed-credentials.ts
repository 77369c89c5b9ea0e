// The credentials of an account at a provider as they are stored: sealed JSON, bound to the account's id. It must never
// log what it opens.
import type { Credentials } from '@tollgate/provider-kit/seam/declaration';
import type { KeptAccount } from '../../domain/merchants/place-account.ts';
import { sealContext, type Vault } from '../keys/vault.ts';

type Opened = Pick<KeptAccount, 'credentials' | 'proven'>;

export function sealCredentials(
  vault: Pick<Vault, 'seal'>,
  { id, credentials, proven }: Opened & { id: string },
): Buffer {
  const text = JSON.stringify({ credentials, ...(proven && { proven }) });
  return vault.seal(text, sealContext.providerAccount(id));
}

/** Throws SealBrokenError or WrongMasterKeyError if they do not open. */
export async function openCredentials(
  vault: Pick<Vault, 'open'>,
  { id, credentialsSealed }: { id: string; credentialsSealed: Buffer },
): Promise<Opened> {
  const text = await vault.open(credentialsSealed, sealContext.providerAccount(id));
  const { credentials, proven } = JSON.parse(text.toString('utf8')) as {
    credentials: Credentials;
    proven?: Credentials;
  };
  return { credentials, proven: proven ?? null };
}
