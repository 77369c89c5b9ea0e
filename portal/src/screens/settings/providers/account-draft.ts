// The form of an account as one flat draft, and the request that it makes. An empty credential keeps its stored value:
// the page never knows stored credentials. Pure.
import type { Account, Kind } from './provider-list.ts';

/**
 * `credential.<name>`: the typed text. `alone.<name>`: true drops the former value. `gone.<name>`: remove the
 * credential, or its second value.
 */
export type AccountDraft = Record<string, string | number | boolean | string[] | null>;

const DEFAULT_PRIORITY = 100;

/** `account`: null for a new account. */
export function draftOf(kind: Kind, account: Account | null): AccountDraft {
  const draft: AccountDraft = {
    priority: account?.priority ?? DEFAULT_PRIORITY,
    optionIds: account?.optionIds ?? null,
    cardEntry: account?.cardEntry ?? kind.cardEntries[0] ?? 'provider',
    multipleCaptures: account?.multipleCaptures ?? false,
    wallets: account?.wallets ?? [],
    endpoint: account?.endpoint ?? '',
    // Nothing stores it: each change of a live account asks again.
    acceptUntried: false,
  };
  for (const { name } of kind.credentials) {
    draft[`credential.${name}`] = '';
    draft[`alone.${name}`] = false;
    draft[`gone.${name}`] = false;
  }
  return draft;
}

/** The fields that show their own faults, by the gateway's names. */
export const fieldsOf = (kind: Kind) => [
  ...['priority', 'optionIds', 'cardEntry', 'multipleCaptures', 'wallets', 'endpoint', 'acceptUntried'],
  ...kind.credentials.map(({ name }) => `credentials.${name}`),
];

/** The wallets that an account may have with this card entry. */
export const walletsOf = ({ wallets }: Kind, cardEntry: unknown) =>
  wallets[cardEntry === 'tollgate' ? 'tollgate' : 'provider'];

/** A live account of a provider that was not tried needs a person who accepts that. */
export const asksUntried = ({ played }: Kind, environment: 'test' | 'live') =>
  played === 'not-tried' && environment === 'live';

export function requestOf(kind: Kind, environment: 'test' | 'live', draft: AccountDraft) {
  const credentials: Record<string, string | string[]> = {};
  const formers: Record<string, 'keep' | 'end'> = {};
  for (const { name, isList } of kind.credentials) {
    const typed = String(draft[`credential.${name}`]).trim();
    const isGone = draft[`gone.${name}`] === true;
    if (typed !== '') {
      credentials[name] = isList ? [typed] : typed;
      if (isList && draft[`alone.${name}`] !== true) formers[name] = 'keep';
    } else if (isGone && isList) formers[name] = 'end';
    else if (isGone) credentials[name] = '';
  }
  const endpoint = String(draft.endpoint).trim();
  return {
    environment,
    priority: draft.priority === '' ? null : Number(draft.priority),
    optionIds: draft.optionIds as string[] | null,
    ...(kind.cardEntries.length > 0 && { cardEntry: draft.cardEntry as Kind['cardEntries'][number] }),
    ...(kind.hasMultipleCaptures && { multipleCaptures: draft.multipleCaptures === true }),
    wallets: walletsOf(kind, draft.cardEntry).filter((one) => (draft.wallets as string[]).includes(one)),
    ...(endpoint !== '' && { endpoint }),
    ...(asksUntried(kind, environment) && { acceptUntried: draft.acceptUntried === true }),
    credentials,
    formers,
  };
}
