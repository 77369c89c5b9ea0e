// Parts that the operator's calls about a brand's accounts at providers share (contract 13): the path and the worked
// examples. Every key in the examples is made up.
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { Example } from '../../calls/operation.ts';
import { CARD_OPTION_ID } from '../../examples/example-transaction.ts';
import { uuid } from '../../schemas/schema-fields.ts';

type Kinds = Context['providerKinds'];

export const ProviderPath = Type.Object({
  id: uuid('The brand.'),
  provider: Type.String({ description: 'Id of the provider, as `listProviderKinds` tells it.' }),
});

export const accountPath = ({ id: brandId, provider }: Static<typeof ProviderPath>) => ({
  brandId,
  provider,
});

/** A first request for each provider whose declaration has a made-up value for every credential that it needs. */
export function requestsOf(kinds: Kinds): Record<string, Example> {
  const requests: Record<string, Example> = {};
  for (const { id, name, credentials } of kinds) {
    const needed = credentials.filter((one) => one.needed === 'always');
    const given = needed.flatMap((one) =>
      one.example === undefined ? [] : [{ ...one, example: one.example }],
    );
    if (given.length < needed.length || given.length === 0) continue;
    const values = given.map((one) => [one.name, one.isList ? [one.example] : one.example]);
    requests[id] = {
      summary: name,
      value: { environment: 'test', credentials: Object.fromEntries(values) },
    };
  }
  return { ...requests, ...newSecretOf(kinds), onlyCards: ONLY_CARDS };
}

function newSecretOf(kinds: Kinds): Record<string, Example> {
  const { name, example } =
    kinds.flatMap(({ credentials }) => credentials).find((one) => one.isList && one.example) ?? {};
  if (name === undefined) return {};
  const value = { environment: 'test', credentials: { [name]: [example] } };
  return { newSecret: { summary: 'A new secret, nothing else changed', value } };
}

const ONLY_CARDS: Example = {
  summary: 'Only for cards, and asked before the others; no credential changed',
  value: { environment: 'test', priority: 50, optionIds: [CARD_OPTION_ID] },
};

const accountId = '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e10';
const account = {
  provider: 'adyen',
  accountId,
  environment: 'test',
  priority: 100,
  optionIds: null,
  cardEntry: 'tollgate',
  multipleCaptures: false,
  wallets: [],
  endpoint: null,
  merchantAccount: 'ExampleShopECOM',
  notificationUrl: `https://pay.example/providers/adyen/notifications/${accountId}`,
  checkedAt: '2026-03-01T10:00:00.000Z',
  checkResult: { ok: true, reason: null },
  lastNotificationAt: null,
  lastRefusedAt: null,
  retiredAt: null,
};
export const accountExample = { example: { summary: 'The account', value: account } };
export const accountsExample = { example: { summary: 'One account', value: [account] } };
export const checkExamples: Record<string, Example> = {
  works: { summary: 'The credentials work', value: { ok: true, reason: null } },
  refused: {
    summary: 'The provider refuses the credentials',
    value: { ok: false, reason: 'Adyen refused the API key. Create a new one for this web service user.' },
  },
};
