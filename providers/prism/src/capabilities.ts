// What an account of a connector can take: the methods of the table that the catalogue has too, where each can be used.
// Pure.
import { type Capabilities, type Capability, currenciesOf } from '@tollgate/provider-kit';
import type { Connector } from './connectors/connector.ts';
import { factsOf } from './connectors/facts.ts';

export function newCapabilities({ connector, methods, flows }: Connector): Capabilities {
  const { places, isStorable, isCompletedHere } = factsOf(connector);
  const isCaptured = flows.includes('capture') && flows.includes('void') && flows.includes('get');
  return {
    methods: methods
      // A connector that was played serves only what was played.
      .filter((method) => places === undefined || Object.hasOwn(places, method))
      .map((method) => ({
        ...placesOf(method),
        ...places?.[method],
        ...(method === 'card' && isCaptured ? ({ isCapturedLater: true } as const) : {}),
        ...(method === 'card' && isStorable ? ({ isStorable: true } as const) : {}),
      })),
    refund: flows.includes('refund'),
    cancel: isCompletedHere === true || flows.includes('void'),
    inquiry: flows.includes('get') ? 'supported' : 'notifications-only',
  };
}

const SEPA = ['DE', 'FR', 'ES', 'NL'];
const KLARNA = 'AT BE DE DK ES FI FR GB IE IT NL NO PL PT SE US'.split(' ');

/** The countries of a method; a method that is not here can be used everywhere. */
const COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  klarna: KLARNA,
  ideal: ['NL'],
  bancontact: ['BE'],
  blik: ['PL'],
  'sepa-direct-debit': SEPA,
  upi: ['IN'],
  'upi-qr': ['IN'],
  pix: ['BR'],
  boleto: ['BR'],
  oxxo: ['MX'],
};

/** Options within UPI have the currencies of UPI. */
const placesOf = (method: string): Capability => ({
  direction: 'PAYIN',
  method,
  countries: COUNTRIES[method] ?? 'any',
  currencies: currenciesOf(method === 'upi-qr' ? 'upi' : method),
});
