// A provider as a stranger would write it: a package that knows the kit alone. Tests copy it into a temporary folder.
// Fabrikam Pay brings an option of its own, which the shopper approves on Fabrikam's page. Beside it the package has
// many providers that nobody has tried.
import {
  chargeReference,
  NOTHING_DONE,
  type OwnOption,
  type Provider,
  type ProviderDeclaration,
  SEAM_VERSION,
} from '@tollgate/provider-kit';

const MINUTE_MS = 60_000;

const DIRECT: OwnOption = {
  id: '5f0c3c1e-9d0b-4d39-8a53-2f7f6f0f7d11',
  name: 'Fabrikam Direct',
  direction: 'PAYIN',
  type: 'WALLET',
  method: 'fabrikam-direct',
  logo: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 40" width="64" height="40">
    <defs><linearGradient id="sky"><stop offset="0" stop-color="#2b6cb0"/><stop offset="1" stop-color="#63b3ed"/></linearGradient></defs>
    <rect width="64" height="40" rx="6" fill="url(#sky)"/>
    <path d="M24 10h18v5H30v4h10v5H30v8h-6z" fill="#fff"/>
  </svg>`,
  fields: ['phoneNumber'],
  countries: ['PL', 'DE'],
  currencies: ['EUR', 'PLN'],
};

const CAPABILITIES: Provider['capabilities'] = {
  methods: [
    { direction: 'PAYIN', method: 'fabrikam-direct', countries: ['PL', 'DE'], currencies: ['EUR', 'PLN'] },
    { direction: 'PAYIN', method: 'blik', countries: ['PL'], currencies: ['PLN'] },
  ],
  refund: true,
  cancel: false,
  inquiry: 'notifications-only',
};

const FABRIKAM: ProviderDeclaration = {
  seam: SEAM_VERSION,
  id: 'fabrikam',
  name: 'Fabrikam Pay',
  capabilities: CAPABILITIES,
  cardEntries: [],
  options: [DIRECT],
  credentials: [
    {
      name: 'shopKey',
      label: 'Shop key',
      help: 'In Fabrikam’s dashboard under Shop, Keys. It begins with fab_.',
      needed: 'always',
      isList: false,
      isSecret: true,
      pattern: /^fab_[a-z0-9]{8,}$/,
      patternFault: 'must begin with fab_',
      example: 'fab_madeup00',
    },
    {
      name: 'apiKey',
      label: 'Keys of notifications',
      help: 'In Fabrikam’s dashboard under Shop, Notifications.',
      needed: 'never',
      isList: true,
      isSecret: true,
    },
  ],
  merchantAccountOf: () => null,
  connect: (account, parts): Provider => ({
    id: 'fabrikam',
    accountId: account.id,
    capabilities: CAPABILITIES,
    cardEntry: account.cardEntry,
    accepted: { contentType: 'text/plain', body: 'ok' },
    deadlineMs: 10_000,
    async payIn(transaction, instrument, call) {
      const phone = instrument.kind === 'method' ? instrument.data.phoneNumber : undefined;
      const query = new URLSearchParams({
        reference: chargeReference(transaction),
        method: parts.methodOf(transaction) ?? '',
        phone: phone ?? '',
        back: call.returnUrl(),
      });
      const expiresAt = new Date(parts.now().getTime() + 15 * MINUTE_MS);
      return { kind: 'redirect', redirectUrl: `https://pay.fabrikam.example/?${query}`, expiresAt };
    },
    resume: async (_transaction, { result }) =>
      result === 'paid' ? { kind: 'completed', providerReference: 'fab-1' } : { kind: 'waiting' },
    confirm: async () => ({ kind: 'unknown' }),
    payOut: async () => ({ kind: 'failed', errorCode: NOTHING_DONE }),
    cancel: async () => ({ kind: 'unknown' }),
    inquire: async () => ({ kind: 'unknown' }),
    refund: async () => ({ kind: 'pending' }),
    inquireRefund: async () => ({ kind: 'pending' }),
    readNotification: () => ({ kind: 'refused' }),
    readNews: async () => ({ about: 'nothing', reason: 'Fabrikam tells nothing' }),
    check: async () => ({ ok: true, reason: null, merchantAccount: 'Harbour at Fabrikam' }),
  }),
};

const PLACES = [
  { countries: ['IN'], currencies: ['INR'], methods: ['card', 'upi'] },
  { countries: ['BR'], currencies: ['BRL'], methods: ['card', 'pix', 'boleto'] },
  { countries: 'any', currencies: ['EUR', 'USD', 'GBP'], methods: ['card', 'paypal', 'klarna', 'ideal'] },
  { countries: ['NL', 'BE', 'DE', 'FR', 'ES'], currencies: ['EUR'], methods: ['ideal', 'bancontact'] },
  { countries: ['KE'], currencies: ['KES'], methods: ['m-pesa'] },
] as const;

/** They make no call. One of them cannot be used on this machine. */
const UNTRIED = Array.from({ length: 84 }, (_, i): ProviderDeclaration => {
  const { countries, currencies, methods } = PLACES[i % PLACES.length]!;
  const number = String(i + 1).padStart(2, '0');
  return {
    ...FABRIKAM,
    id: `connector-${number}`,
    name: `Connector ${number}`,
    capabilities: {
      ...CAPABILITIES,
      methods: methods.map((method) => ({ direction: 'PAYIN', method, countries, currencies })),
    },
    cardEntries: methods.some((one) => one === 'card') ? ['tollgate'] : [],
    options: [],
    played: 'not-tried',
    ...(i === 9 && { available: () => 'The library of Connector 10 is not installed.' }),
  };
});

export default [FABRIKAM, ...UNTRIED];
