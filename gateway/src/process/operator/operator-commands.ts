// The commands for operators (contract 2), one for each call that finds merchants, brands, people and payments, helps
// people to sign in, settles what waits for a person, or makes tokens. A command is only a call of the operator API of
// a running gateway, so its token decides the scopes and the actor in the audit log. run-operator-command.ts sends it.
import { OPERATOR_SCOPES } from '../../domain/keys/operator-scopes.ts';

type Values = Readonly<Record<string, string>>;

export interface OperatorCommand {
  does: string;
  /** Options that are required, as `--name`. */
  needs: readonly string[];
  /** Options that are optional. */
  takes?: readonly string[];
  call(values: Values): OperatorCall;
  /** For a list: the fields that a person needs on a line. */
  columns?: readonly string[];
  /** For a list with more pages: the field with the value to send as `--after`. */
  after?: string;
}

interface OperatorCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: Record<string, unknown>;
}

const part = (value: string | undefined) => encodeURIComponent(value!);
const merchant = ({ merchant: id }: Values) => `/operator/merchants/${part(id)}`;
const brand = ({ brand: id }: Values) => `/operator/brands/${part(id)}`;
const user = ({ user: id }: Values) => `/operator/users/${part(id)}`;

/** The given values as a query. */
function query(values: Values, ...names: string[]): string {
  const given = names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]!]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

const USERS = ['userId', 'email', 'name', 'role', 'state', 'lastSignInAt', 'merchantId'];

export const OPERATOR_COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  'merchant:list': {
    does: 'finds merchants by a part of their name',
    needs: [],
    takes: ['name'],
    call: (values) => ({
      method: 'GET',
      path: `/operator/merchants${query({ limit: '100', ...values }, 'name', 'limit')}`,
    }),
    columns: ['merchantId', 'name', 'createdAt'],
  },
  'merchant:create': {
    does: 'creates a merchant',
    needs: ['name'],
    call: ({ name }) => ({ method: 'POST', path: '/operator/merchants', body: { name } }),
  },
  'merchant:rename': {
    does: 'renames a merchant',
    needs: ['merchant', 'name'],
    call: (values) => ({ method: 'PATCH', path: merchant(values), body: { name: values.name } }),
  },
  'brand:list': {
    does: 'lists the brands of a merchant',
    needs: ['merchant'],
    takes: ['name'],
    call: (values) => ({ method: 'GET', path: `${merchant(values)}/brands${query(values, 'name')}` }),
    columns: ['brandId', 'name', 'active'],
  },
  'payment:show': {
    does: 'shows a payment: its record, webhooks, provider calls and the ids of its log lines',
    needs: ['payment'],
    call: ({ payment }) => ({ method: 'GET', path: `/operator/payments/${part(payment)}` }),
  },
  'payment:find': {
    does: "finds payments by the merchant's reference",
    needs: ['reference'],
    takes: ['country', 'merchant'],
    call: ({ reference, country, merchant: merchantId }) => ({
      method: 'GET',
      path: `/operator/payments${query(
        {
          merchantReference: reference!,
          ...(country !== undefined && { country }),
          ...(merchantId !== undefined && { merchantId }),
        },
        ...['merchantReference', 'country', 'merchantId'],
      )}`,
    }),
    columns: [
      'transactionId',
      'merchantId',
      'brandId',
      'country',
      'status',
      'amount',
      'currency',
      'createdAt',
    ],
  },
  'payment:decide': {
    does: 'records how a payment with an unknown outcome ended: COMPLETED or DECLINED',
    needs: ['payment', 'outcome', 'reason'],
    call: ({ payment, outcome, reason }) => ({
      method: 'POST',
      path: `/operator/payments/${part(payment)}/outcome`,
      body: { outcome, reason },
    }),
  },
  'refund:decide': {
    does: 'records how a refund with an unknown outcome ended: COMPLETED or FAILED',
    needs: ['refund', 'outcome', 'reason'],
    call: ({ refund, outcome, reason }) => ({
      method: 'POST',
      path: `/operator/refunds/${part(refund)}/outcome`,
      body: { outcome, reason },
    }),
  },
  'capture:decide': {
    does: 'records how a capture with an unknown outcome ended: COMPLETED or FAILED',
    needs: ['capture', 'outcome', 'reason'],
    call: ({ capture, outcome, reason }) => ({
      method: 'POST',
      path: `/operator/captures/${part(capture)}/outcome`,
      body: { outcome, reason },
    }),
  },
  'unknown:list': {
    does: 'lists payments, refunds and captures with an unknown outcome; --state asking or to-decide',
    needs: [],
    takes: ['state', 'after', 'limit'],
    call: (values) => ({
      method: 'GET',
      path: `/operator/unknown-outcomes${query(values, 'state', 'after', 'limit')}`,
    }),
    after: 'id',
    columns: [
      'id',
      'kind',
      'state',
      'merchantId',
      'amount',
      'currency',
      'provider',
      'reference',
      'createdAt',
    ],
  },
  'webhook:endpoints': {
    does: "lists a brand's webhook endpoints, and which of them fail or are paused",
    needs: ['brand'],
    call: (values) => ({ method: 'GET', path: `${brand(values)}/webhook-endpoints` }),
    columns: ['url', 'state', 'failingSince', 'pausedAt', 'pauseReason', 'waiting', 'abandoned'],
  },
  'webhook:resume': {
    does: "resumes a brand's paused endpoints, and sends the events that they missed",
    needs: ['brand'],
    call: (values) => ({ method: 'POST', path: `${brand(values)}/webhooks/resume`, body: {} }),
  },
  'notification:list': {
    does: "lists a brand's provider notifications; those with --state conflict or unmatched need a person",
    needs: ['brand'],
    takes: ['state', 'after', 'limit'],
    call: (values) => ({
      method: 'GET',
      path: `${brand(values)}/provider-notifications${query(values, 'state', 'after', 'limit')}`,
    }),
    after: 'notificationId',
    columns: [
      'notificationId',
      'kind',
      'state',
      'transactionId',
      'amount',
      'currency',
      'receivedAt',
      'reason',
    ],
  },
  'notification:retry': {
    does: 'applies a notification again, after you corrected the cause of its failure',
    needs: ['brand', 'notification', 'reason'],
    call: (values) => ({
      method: 'POST',
      path: `${brand(values)}/provider-notifications/${part(values.notification)}/retry`,
      body: { reason: values.reason },
    }),
  },
  'notification:dismiss': {
    does: 'dismisses a notification for good',
    needs: ['brand', 'notification', 'reason'],
    call: (values) => ({
      method: 'POST',
      path: `${brand(values)}/provider-notifications/${part(values.notification)}/dismiss`,
      body: { reason: values.reason },
    }),
  },
  'provider:list': {
    does: "lists a brand's accounts at providers, with their last check",
    needs: ['brand'],
    call: (values) => ({ method: 'GET', path: `${brand(values)}/providers` }),
    columns: ['provider', 'accountId', 'environment', 'priority', 'checkedAt', 'checkResult', 'retiredAt'],
  },
  'provider:check': {
    does: 'checks the credentials of an account at its provider',
    needs: ['brand', 'provider'],
    call: (values) => ({
      method: 'POST',
      path: `${brand(values)}/providers/${part(values.provider)}/check`,
    }),
  },
  'user:list': {
    does: 'lists the portal users of a merchant',
    needs: ['merchant'],
    takes: ['email'],
    call: (values) => ({ method: 'GET', path: `${merchant(values)}/users${query(values, 'email')}` }),
    columns: USERS,
  },
  'user:find': {
    does: 'finds portal users by their full email address, at all merchants',
    needs: ['email'],
    call: (values) => ({ method: 'GET', path: `/operator/users${query(values, 'email')}` }),
    columns: USERS,
  },
  'user:invite': {
    does: 'invites a portal user, and prints the link',
    needs: ['merchant', 'email', 'role'],
    call: (values) => ({
      method: 'POST',
      path: `${merchant(values)}/users`,
      body: { email: values.email, role: values.role },
    }),
  },
  'user:new-link': {
    does: 'creates a new link for a user who lost the link or the password',
    needs: ['user'],
    call: (values) => ({ method: 'POST', path: `${user(values)}/invitation` }),
  },
  'user:withdraw-link': {
    does: 'revokes the open link of a user',
    needs: ['user'],
    call: (values) => ({ method: 'DELETE', path: `${user(values)}/invitation` }),
  },
  'user:reset-factor': {
    does: 'removes the second factor of a user who lost the phone',
    needs: ['user'],
    call: (values) => ({ method: 'POST', path: `${user(values)}/reset-second-factor` }),
  },
  'user:disable': {
    does: "disables a user, and ends all of the user's sessions at once",
    needs: ['user'],
    call: (values) => ({ method: 'PATCH', path: user(values), body: { disabled: true } }),
  },
  'user:enable': {
    does: 'enables a disabled user again',
    needs: ['user'],
    call: (values) => ({ method: 'PATCH', path: user(values), body: { disabled: false } }),
  },
  'sign-on:show': {
    does: "shows a merchant's single sign-on",
    needs: ['merchant'],
    call: (values) => ({ method: 'GET', path: `${merchant(values)}/single-sign-on` }),
  },
  'sign-on:remove': {
    does: "removes a merchant's single sign-on, for example if nobody can sign in; passwords work again",
    needs: ['merchant'],
    call: (values) => ({ method: 'DELETE', path: `${merchant(values)}/single-sign-on` }),
  },
  'token:create': {
    does: `creates an operator token; --scopes ${OPERATOR_SCOPES.join(',')}`,
    needs: ['name', 'scopes'],
    takes: ['expires'],
    call: ({ name, scopes, expires }) => ({
      method: 'POST',
      path: '/operator/tokens',
      body: { name, scopes: scopes!.split(','), ...(expires !== undefined && { expiresAt: expires }) },
    }),
  },
  'token:list': {
    does: 'lists the operator tokens',
    needs: [],
    call: () => ({ method: 'GET', path: '/operator/tokens' }),
    columns: ['tokenId', 'name', 'scopes', 'lastUsedAt', 'expiresAt'],
  },
  'token:remove': {
    does: 'revokes an operator token at once',
    needs: ['token'],
    call: ({ token }) => ({ method: 'DELETE', path: `/operator/tokens/${part(token)}` }),
  },
};

const IDS = ['merchant', 'brand', 'user', 'token', 'payment', 'refund', 'notification'];

/** Such as `--merchant ID --name NAME`. */
export function useOf({ needs, takes = [] }: OperatorCommand): string {
  const written = (name: string) => `--${name} ${IDS.includes(name) ? 'ID' : name.toUpperCase()}`;
  return [...needs.map(written), ...takes.map((name) => `[${written(name)}]`)].join(' ');
}
