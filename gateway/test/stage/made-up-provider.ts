// Providers that do not exist, for tests of the portal. Together they declare every kind of credential. The credentials
// and the amount decide their answers. A notification is JSON that says in plain words what happened; its signature is
// the webhook key itself. They move money like a real provider.
import type { Capabilities, Outcome, ProviderDeclaration } from '@tollgate/provider-kit';
import { SEAM_VERSION } from '@tollgate/provider-kit';
import type { News, NotificationItem } from '../../src/domain/notifications/news.ts';
import { chargeReference } from '../../src/domain/transactions/transaction.ts';
import { aProvider, everywhere } from '../providers/a-provider.ts';

/** An account with this key fails its check. */
export const WRONG_KEY = 'wrong-key-0001';
export const GOOD_KEY = 'good-key-7788';
export const WEBHOOK_KEY = 'A1'.repeat(16);
export const WRONG_KEY_REASON = 'Northwind refused the API key. Make a new one under Settings, API keys.';

const CAPABILITIES: Capabilities = {
  methods: everywhere({ PAYIN: ['card', 'ideal', 'paypal'] }),
  refund: true,
  cancel: false,
  inquiry: 'notifications-only',
};

/** What a test lets the provider report; amounts in minor units. */
export interface MadeUpNotification {
  key: string;
  kind: string;
  news: 'charge' | 'refund' | 'nothing';
  reference: string | null;
  providerReference?: string;
  amountMinor?: number;
  outcome?: Outcome;
}

/** Takes cards directly or on its own page. Has two webhook keys, a prefix for live, and an optional password. */
export const NORTHWIND: ProviderDeclaration = {
  seam: SEAM_VERSION,
  id: 'northwind',
  name: 'Northwind',
  capabilities: CAPABILITIES,
  cardEntries: ['tollgate', 'provider'],
  credentials: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'In Northwind under Settings, API keys. Northwind shows it once.',
      needed: 'always',
      isList: false,
      isSecret: true,
      pattern: /^[\w-]{6,100}$/,
      patternFault: 'must be the API key as Northwind shows it, without spaces',
    },
    {
      name: 'merchantAccount',
      label: 'Merchant account',
      help: 'The account that takes the payments, as the menu of Northwind shows it.',
      needed: 'always',
      isList: false,
      isSecret: false,
      pattern: /^\w{1,100}$/,
      patternFault: 'must have only letters, digits and underscores',
    },
    {
      name: 'livePrefix',
      label: 'Live prefix',
      help: 'The part of the live address that is yours.',
      needed: 'live',
      isList: false,
      isSecret: false,
      pattern: /^[a-z0-9-]{1,50}$/,
      patternFault: 'must have only letters, digits and hyphens',
    },
    {
      name: 'hmacKeys',
      label: 'HMAC key',
      help: 'In Northwind under Webhooks: the key that signs the webhook to this gateway.',
      needed: 'always',
      isList: true,
      isSecret: true,
      pattern: /^[0-9A-F]{32}$/,
      patternFault: 'must be hexadecimal, as Northwind shows it: 32 of the characters 0–9 and A–F',
    },
    {
      name: 'webhookPassword',
      label: 'Webhook password',
      help: 'Only if you set a password on the webhook.',
      needed: 'never',
      isList: false,
      isSecret: true,
    },
  ],
  merchantAccountOf: ({ merchantAccount }) => String(merchantAccount),
  connect({ id, cardEntry, credentials }) {
    const keys = credentials.hmacKeys as readonly string[];
    return aProvider({
      id: 'northwind',
      accountId: id,
      capabilities: CAPABILITIES,
      cardEntry,
      async payIn(transaction) {
        return { kind: 'completed', providerReference: `nw-${chargeReference(transaction).slice(-12)}` };
      },
      check: async () =>
        credentials.apiKey === WRONG_KEY
          ? { ok: false, reason: WRONG_KEY_REASON }
          : { ok: true, reason: null, merchantAccount: String(credentials.merchantAccount) },
      readNotification(headers, bytes) {
        if (!keys.includes(String(headers['northwind-signature']))) return { kind: 'refused' };
        return {
          kind: 'authentic',
          items: (JSON.parse(bytes.toString('utf8')) as MadeUpNotification[]).map(toItem),
        };
      },
      readNews: async ({ body }) => newsOf(JSON.parse(body)),
    });
  },
};

/** Takes cards only on its own page and needs one key. */
export const CONTOSO: ProviderDeclaration = {
  seam: SEAM_VERSION,
  id: 'contoso',
  name: 'Contoso Pay',
  capabilities: { ...CAPABILITIES, methods: everywhere({ PAYIN: ['card', 'klarna'] }) },
  cardEntries: ['provider'],
  credentials: [
    {
      name: 'secretKey',
      label: 'Secret key',
      help: 'In Contoso under Developers. It begins with sk.',
      needed: 'always',
      isList: false,
      isSecret: true,
    },
  ],
  merchantAccountOf: () => null,
  connect: ({ id }) => aProvider({ id: 'contoso', accountId: id, cardEntry: 'provider' }),
};

function toItem(told: MadeUpNotification): NotificationItem {
  return {
    key: told.key,
    kind: told.kind,
    reference: told.reference,
    providerReference: told.providerReference ?? null,
    amountMinor: told.amountMinor === undefined ? null : BigInt(told.amountMinor),
    currency: told.amountMinor === undefined ? null : 'EUR',
    occurredAt: null,
    isForeignAccount: false,
    body: JSON.stringify(told),
  };
}

function newsOf({
  news,
  reference,
  providerReference = 'nw-told',
  amountMinor = 0,
  outcome,
}: MadeUpNotification): News {
  const amount = { amountMinor: BigInt(amountMinor), currency: 'EUR' };
  if (news === 'nothing') return { about: 'nothing', reason: 'reports have no consequence' };
  if (reference === null) return { about: 'foreign' };
  if (news === 'charge') return { about: 'charge', charge: reference, amount, outcome: outcome! };
  return {
    about: 'refund',
    refundId: null,
    charge: reference,
    payment: null,
    needsFormer: false,
    providerReference,
    amount,
    outcome: { kind: 'completed' },
  };
}
