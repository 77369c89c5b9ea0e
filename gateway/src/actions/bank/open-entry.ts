// Opens an entry of a statement (contract 15): what the bank says in it, and the references of ours in its text.
import type { EntryDetails } from '../../domain/bank/bank-entry.ts';
import { referencesIn } from '../../domain/bank/creditor-reference.ts';
import type { StoredEntry } from '../../storage/bank/entry-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import type { OpenedEntry } from './verdict.ts';

export async function openEntry({ vault }: Pick<Context, 'vault'>, entry: StoredEntry): Promise<OpenedEntry> {
  const { merchantId, detailsSealed } = entry;
  if (detailsSealed === null) return { ...entry, said: null, references: [] };
  const text = (await vault.open(detailsSealed, sealContext.bankEntry(merchantId))).toString('utf8');
  const said = JSON.parse(text) as EntryDetails;
  // Apps without a field for a structured reference put it wherever they have room.
  const references = referencesIn(`${said.text} ${said.endToEndId ?? ''}`);
  return { ...entry, said, references };
}
