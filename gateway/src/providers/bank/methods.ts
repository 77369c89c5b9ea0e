// The capabilities of a SEPA bank account (contract 15).
import type { Capabilities } from '@tollgate/provider-kit';

/** The countries of the catalogue's option. */
const COUNTRIES = ['DE', 'FR', 'ES', 'NL', 'IT'];
const transfer = { method: 'sepa-transfer', countries: COUNTRIES, currencies: ['EUR'] };

export const CAPABILITIES: Capabilities = {
  methods: [
    { direction: 'PAYIN', ...transfer },
    { direction: 'PAYOUT', ...transfer },
  ],
  refund: false,
  cancel: true,
  inquiry: 'notifications-only',
  payoutsByFile: true,
};
