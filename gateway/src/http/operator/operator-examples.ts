// Worked requests and answers of the operator API, for the API reference. Every key and secret in them is made up.
import { effectiveLook, PLAIN_LOOK } from '../../domain/merchants/brand-look.ts';
import { DEFAULT_SETTINGS } from '../../domain/merchants/brand-settings.ts';
import { STANDARD_LIMITS } from '../../domain/risk/risk.ts';
import type { Example } from '../calls/operation.ts';
import { BRAND_ID, CARD_OPTION_ID } from '../examples/example-transaction.ts';

type Examples = Record<string, Example>;

const one = (summary: string, value: unknown): Examples => ({ example: { summary, value } });

export const merchantId = '0197b0a9-4f0e-7c21-9d3b-2a1b0c9d8e7f';
const ids = { brandId: BRAND_ID, merchantId };
const settings = {
  ...DEFAULT_SETTINGS,
  name: 'Demo Shop',
  notificationUrl: 'https://shop.example/webhooks',
  look: effectiveLook({ brandId: BRAND_ID, name: 'Demo Shop', look: PLAIN_LOOK }, 'https://pay.example'),
  risk: 'standard',
};
const limits = { enabled: true, minAmount: 5, maxAmount: 500 };
const previousExpiresAt = '2026-03-02T10:00:00.000Z';

export const newMerchant = one('A merchant', { name: 'Example Ltd' });
export const merchant = one('The merchant', { merchantId, name: 'Example Ltd' });

export const createdBrand = one('The brand, and its secrets', {
  ...ids,
  apiKey: 'tg_test_qbjs3Xk0uWcVn7ZrT1yHd5fLm9pAe2gKo4iRw8sBvCx',
  signingSecret: 'tgs_ACRl0pWz5vQn8kXs2dHf7jMc4bTy6gUe1iRo9qLx3Zw',
  ...settings,
  optionSettings: [],
});

export const brandChanges: Examples = {
  signatures: { summary: 'Enforce signatures', value: { enforceSignatures: true } },
  strict: {
    summary: 'Sign every request',
    value: { enforceSignatures: true, signAllRequests: true },
  },
  inactive: { summary: 'Stop new transactions', value: { active: false } },
  approval: { summary: 'Approve payouts automatically', value: { automaticApproval: true } },
  look: {
    summary: 'Its look in the cashier',
    value: {
      look: {
        displayName: 'Demo Shop Berlin',
        logo: `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>').toString('base64')}`,
        accentColour: '#00754a',
        cornerRadius: 4,
        methodOrder: [CARD_OPTION_ID],
      },
    },
  },
  risk: {
    summary: 'Its own rules against card testing',
    value: {
      risk: { ...STANDARD_LIMITS, attemptsPerCard: { limit: 5, windowSeconds: 3_600 }, declinesPerBin: null },
    },
  },
};
export const brand = one('A brand', {
  ...ids,
  ...settings,
  optionSettings: [{ optionId: CARD_OPTION_ID, ...limits }],
});

export const rotation: Examples = {
  usual: { summary: 'The former one works for another day', value: {} },
  atOnce: { summary: 'The former one has leaked', value: { expirePreviousInSeconds: 0 } },
};
export const newKey = one('The new key', {
  apiKey: 'tg_test_Zr7uWcVn3Xk0qbjsT1yHd5fLm9pAe2gKo4iRw8sBvCx',
  previousExpiresAt,
});
export const newSecret = one('The new secret', {
  signingSecret: 'tgs_8kXs2dHf7jMcACRl0pWz5vQn4bTy6gUe1iRo9qLx3Zw',
  previousExpiresAt,
});

export const funding: Examples = {
  in: { summary: 'Money in', value: { currency: 'EUR', amount: 10_000, reference: 'wire-2026-03-01' } },
  out: {
    summary: 'Money out',
    value: { currency: 'EUR', amount: -250.5, reference: 'payout-to-merchant-7' },
  },
};
const balanceList = [
  { currency: 'EUR', available: 9_879.5, reserved: 120.5 },
  { currency: 'KES', available: 10_000, reserved: 0 },
];
export const funded = one('The balances now', { balances: balanceList });
export const balances = one('The balances', balanceList);

export const resumeRequest = one('An empty body', {});
export const resumed = one('A resumed endpoint', {
  resumed: [{ url: 'https://shop.example/webhooks', waitingEvents: 1 }],
});

export const invitation = one('A colleague', { email: 'anna@example.com', role: 'finance-approver' });
export const invited = one('The link', {
  userId: '0197b0ac-77aa-7b11-8c22-d3e4f5a6b7c8',
  invitationUrl: 'https://pay.example/portal/invitations/4Zt0uXmJ1v9c2kQe8XbT4rLw0pZg',
});

export const newToken: Examples = {
  person: { summary: 'For a person', value: { name: 'anna' } },
  ending: {
    summary: 'With an expiry',
    value: { name: 'auditor', expiresAt: '2027-03-01T00:00:00Z', scopes: ['read'] },
  },
  scraper: { summary: 'For a scraper', value: { name: 'prometheus', scopes: ['metrics'] } },
};
const tokenId = '0197b0ad-11aa-7b11-8c22-d3e4f5a6b7c9';
export const token = one('The token', {
  tokenId,
  name: 'anna',
  token: 'tgo_9vHc2dXf7jMkACRl0pWz5vQn4bTy6gUe1iRo9qLx3Zw',
});
export const tokens = one('One token', [
  {
    tokenId,
    name: 'anna',
    scopes: ['admin'],
    createdAt: '2026-03-01T10:00:00.000Z',
    expiresAt: null,
    lastUsedAt: '2026-03-01T10:06:00.000Z',
  },
]);

export const optionLimits: Examples = {
  limits: { summary: 'With limits', value: limits },
  off: { summary: 'Switched off', value: { enabled: false } },
};
export const optionSetting = one('The current setting', { optionId: CARD_OPTION_ID, ...limits });

export const newBlocks: Examples = {
  network: {
    summary: 'A network, with an expiry',
    value: {
      kind: 'ip',
      value: '203.0.113.0/24',
      reason: 'card testing on 1 March',
      expiresAt: '2036-03-01T00:00:00Z',
    },
  },
  email: {
    summary: 'A customer',
    value: { kind: 'email', value: 'Mallory@example.com', reason: 'charged back' },
  },
};
const cardBlock = {
  blockId: '0197b0ad-1b2c-7d3e-8f40-5162738495a6',
  kind: 'card',
  value: '424242…4242',
  transactionId: '0197b0aa-6f0e-7c21-9d3b-2a1b0c9d8e7f',
  reason: 'reported by its holder',
  createdAt: '2026-03-01T10:00:00.000Z',
  expiresAt: null,
};
export const erasures = one('A customer', { userId: 'ada', email: 'ada@example.com' });
export const erased = one('Erased', { transactions: 12, cards: 1 });
export const block = one('A card', cardBlock);
export const blocks = one('The blocks', [cardBlock]);

export const webhookEndpoints = one('An address that answered 410', [
  {
    endpointId: '0197b0aa-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
    url: 'https://shop.example/webhooks',
    isBrandAddress: true,
    state: 'paused',
    failingSince: '2026-03-01T10:00:00.000Z',
    pausedAt: '2026-03-01T10:05:00.000Z',
    pauseReason: 'the endpoint answered 410 Gone',
    waiting: 12,
    abandoned: 0,
  },
]);
