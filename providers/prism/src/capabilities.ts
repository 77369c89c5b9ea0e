// What an account of a connector can take: the methods of the table that the catalogue has too, where each can be used.
// Pure.
import { type Capabilities, currenciesOf, currencyDigits } from '@tollgate/provider-kit';
import type { Connector } from './connectors/connector.ts';
import { factsOf, playedFacts } from './connectors/facts.ts';

export function newCapabilities({ connector, methods, flows }: Connector): Capabilities {
  const { places, isStorable, isCompletedHere } = factsOf(connector);
  const isCaptured = flows.includes('capture') && flows.includes('void') && flows.includes('get');
  return {
    methods: methods
      // A connector that was played serves only what was played.
      .filter((method) => places === undefined || Object.hasOwn(places, method))
      .map((method) => ({ ...placesOf(method), ...places?.[method] }))
      .map((place) => ({
        ...place,
        currencies: place.currencies.filter((code) => hasSameUnit(connector, code)),
        ...(place.method === 'card' && isCaptured ? ({ isCapturedLater: true } as const) : {}),
        ...(place.method === 'card' && isStorable ? ({ isStorable: true } as const) : {}),
      })),
    refund: flows.includes('refund'),
    cancel: isCompletedHere === true || flows.includes('void'),
    inquiry: flows.includes('get') ? 'supported' : 'notifications-only',
  };
}

/** The library 0.4.0 counts other decimals in them than ISO 4217, so a connector would charge another amount. */
const OTHER_IN_LIBRARY = ['IQD', 'LYD', 'MGA'];
/** Some connectors count other decimals in these, although ISO 4217 has two. */
const DOUBTFUL = ['COP', 'CVE', 'HUF', 'IDR', 'TWD'];

/** An amount in minor units means the same to us, to the library and to the connector, as far as anybody knows. */
export function hasSameUnit(connector: string, code: string): boolean {
  if (OTHER_IN_LIBRARY.includes(code)) return false;
  const facts = playedFacts(connector);
  if (facts) return !facts.otherUnits?.includes(code);
  return code === 'JPY' || (currencyDigits(code) === 2 && !DOUBTFUL.includes(code));
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
const placesOf = (method: string) => ({
  direction: 'PAYIN' as const,
  method,
  countries: COUNTRIES[method] ?? ('any' as const),
  currencies: currenciesOf(method === 'upi-qr' ? 'upi' : method),
});
