// What Acme serves, by the methods of the gateway's catalogue.
import type { Capabilities } from '@tollgate/provider-kit';

export const CAPABILITIES: Capabilities = {
  methods: [
    { direction: 'PAYIN', method: 'card', countries: 'any', currencies: ['EUR', 'GBP', 'JPY'] },
    { direction: 'PAYIN', method: 'ideal', countries: ['NL'], currencies: ['EUR'] },
  ],
  refund: true,
  cancel: true,
  inquiry: 'supported',
};
