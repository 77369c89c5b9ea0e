// The cashier's page as the portal shows it beside the form for its look. Shoppers get the same document. The payment
// in it is made up and must never be stored. The form sends each change of the look to it (cashier/src/preview.ts).
import { currencyDigits } from '@tollgate/provider-kit/currency';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { usableOptions } from '../../../actions/payment-means/usable-options.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { optionsOf } from '../../../domain/options/payment-option.ts';
import { NO_DETAILS, newTransaction } from '../../../domain/transactions/new-transaction.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import type { Html } from '../../pages/html.ts';
import { cashierState } from '../state/build-state.ts';
import { basePath } from './base-path.ts';
import { pageDocument } from './page-document.ts';
import { readReader } from './read-language.ts';

export async function previewDocument(
  context: Context,
  brand: Brand,
  request: FastifyRequest,
): Promise<Html> {
  const state = await cashierState(context, madeUp(context, brand), readReader(request, null));
  // Shoppers who pay see no strip of the test environment.
  const shown = { ...state, inTest: false, expiresAt: null };
  return pageDocument(shown, { root: basePath(context), preview: true });
}

const UNITS = 25;

/** The preview uses the first of these places for which the brand has a method. */
const PLACES = [
  ['EUR', 'DE'],
  ['USD', 'US'],
  ['GBP', 'GB'],
  ['INR', 'IN'],
  ['BRL', 'BR'],
] as const;

function madeUp(context: Context, brand: Brand): Transaction {
  const use = (currency: string, country: string | null) => ({
    type: 'PAYIN' as const,
    currency,
    country,
    amountMinor: BigInt(UNITS) * 10n ** BigInt(currencyDigits(currency)!),
  });
  const others = optionsOf('PAYIN').flatMap(({ availableCountries }) =>
    availableCountries.flatMap(({ currencies }) => currencies.map((currency) => use(currency, null))),
  );
  const places = [...PLACES.map(([currency, country]) => use(currency, country)), ...others];
  const place = places.find((one) => usableOptions(context, brand, one).length > 0) ?? places[0]!;
  // The card's form shows the most of a look.
  const card = usableOptions(context, brand, place).find(({ type }) => type === 'CARD');
  const request = { ...NOTHING_SAID, ...place, brand, optionId: card?.id ?? null };
  const transaction = newTransaction(request, context.now());
  // Only a payment with its own cashier address has a page.
  return { ...transaction, cashierTokenHash: Buffer.from('preview') };
}

const NOTHING_SAID = {
  origin: 'session',
  merchantReference: null,
  paymentReference: null,
  userId: null,
  customer: null,
  details: NO_DETAILS,
} as const;
