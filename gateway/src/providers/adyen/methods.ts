// The methods of the catalogue that Adyen takes, the countries of each, and Adyen's names for them (contract 13, "Their
// methods"). For the declaration and for the method in a request. Pure.
import { type Capabilities, type Capability, currenciesOf, type Transaction } from '@tollgate/provider-kit';

// Other providers have the same lists today. Each declares its own, because each opens and closes countries by itself.
const SEPA_COUNTRIES = ['DE', 'FR', 'ES', 'NL'];
const KLARNA_COUNTRIES = 'AT BE DE DK ES FI FR GB IE IT NL NO PL PT SE US'.split(' ');
const WALLET_CURRENCIES = ['EUR', 'USD', 'GBP'];

const METHODS: readonly Capability[] = [
  {
    ...payin('card', 'any', currenciesOf('card')),
    isCapturedLater: true,
    isStorable: true,
    isStorableWithoutCharge: true,
    isSavedWithoutCvv: true,
  },
  payin('ideal', ['NL'], ['EUR']),
  { ...payin('paypal', 'any', WALLET_CURRENCIES), isCapturedLater: true, isStorable: true },
  { ...payin('klarna', KLARNA_COUNTRIES, WALLET_CURRENCIES), isCapturedLater: true },
  {
    ...payin('sepa-direct-debit', SEPA_COUNTRIES, ['EUR']),
    needs: ['accountHolder'],
    isMandateHere: true,
    isStorable: true,
  },
  payin('pix', ['BR'], ['BRL']),
  payin('boleto', ['BR'], ['BRL']),
];

export const CAPABILITIES: Capabilities = {
  methods: METHODS,
  refund: true,
  cancel: true,
  inquiry: 'notifications-only',
};

/**
 * The shopper's country. If a method exists in one country only, this answers it even for a payment without a country.
 */
export function countryOf({ country }: Pick<Transaction, 'country'>, capability: Capability): string | null {
  const { countries } = capability;
  return country ?? (countries !== 'any' && countries.length === 1 ? countries[0]! : null);
}

function payin(
  method: string,
  countries: Capability['countries'],
  currencies: Capability['currencies'],
): Capability {
  return { direction: 'PAYIN', method, countries, currencies };
}
