// Worked requests and answers for the API reference: the operator's calls that find merchants, brands and people, and
// help people to sign in. Every link in them is made up.
import type { Example } from '../calls/operation.ts';
import { brand, merchantId } from './operator-examples.ts';

type Examples = Record<string, Example>;

const one = (summary: string, value: unknown): Examples => ({ example: { summary, value } });

const merchant = { merchantId, name: 'Example Ltd', createdAt: '2026-03-01T10:00:00.000Z' };
const user = {
  userId: '0197b0ac-77aa-7b11-8c22-d3e4f5a6b7c8',
  merchantId,
  email: 'anna@example.com',
  name: 'Anna Berg',
  role: 'finance-approver',
  state: 'active',
  invitationExpiresAt: null,
  lockedUntil: null,
  secondFactors: ['totp', 'recovery-code'],
  lastSignInAt: '2026-03-01T12:00:00.000Z',
  createdAt: '2026-03-01T10:00:00.000Z',
  disabled: false,
};

export const merchants = one('A page', [merchant]);
export const renaming = one('A new name', { name: 'Example Group Ltd' });
export const renamed = one('The merchant', { ...merchant, name: 'Example Group Ltd' });
export const brands = one('One brand', [brand.example!.value]);
export const users = one('One user', [user]);
export const invitedAgain = one('The link', {
  userId: user.userId,
  invitationUrl: 'https://pay.example/portal/invitations/4Zt0uXmJ1v9c2kQe8XbT4rLw0pZg',
});
export const resetUser = one('Without a second factor', { ...user, secondFactors: [] });
export const disabling = one('Keep somebody out', { disabled: true });
export const disabledUser = one('Disabled', { ...user, state: 'disabled', disabled: true });

const singleSignOnSettings = {
  issuer: 'https://login.example.com/tenant',
  clientId: 'tollgate',
  roleClaim: 'groups',
  roles: { 'payments-admins': 'owner', finance: 'finance-approver' },
  required: false,
};
export const newSingleSignOn = one('An identity provider', {
  ...singleSignOnSettings,
  clientSecret: 'kX3s-0uJmV2wQe8XbT4rLw9pZg',
});
export const singleSignOn = one('The settings', {
  ...singleSignOnSettings,
  redirectUrl: 'https://pay.example/portal/single-sign-on',
  signInUrl: `https://pay.example/portal/single-sign-on/${merchantId}`,
});

const aMonthEndKey = {
  keyId: '0197b0ae-11aa-7b11-8c22-d3e4f5a6b7ca',
  fingerprint: '0fa7a5dca31ae2a00a7e8b72ec4c32454e2a4dd65835dd0dbf038793cb1fefc6',
  publicKey:
    '# 0fa7a5dca31ae2a00a7e8b72ec4c32454e2a4dd65835dd0dbf038793cb1fefc6, made 2026-03-01T10:00:00.000Z; it signs\n' +
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEATsfE5DU90cb0QNSMdffp2fD342ewV09HSJsGkKJ8Ijc=\n-----END PUBLIC KEY-----\n',
  madeAt: '2026-03-01T10:00:00.000Z',
  retiredAt: null,
};
export const monthEndKey = one('The key', aMonthEndKey);
export const monthEndKeys = one('One key', [aMonthEndKey]);
