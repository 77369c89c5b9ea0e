// GET /portal/api/brands/{brandId}/cashier-preview: the cashier's page with a payment that is made up and never stored, for
// the frame beside the form of its look. It is the document that shoppers get; only a page of this origin may frame it. The
// form sends it the look as it is being changed (cashier/src/preview.ts).
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { usableOptions } from '../../../actions/means/usable-options.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { currencyDigits } from '../../../domain/money/currency.ts';
import { optionsOf } from '../../../domain/options/payment-option.ts';
import { newTransaction } from '../../../domain/transactions/new-transaction.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { basePath } from '../../cashier/page/base-path.ts';
import { pageDocument } from '../../cashier/page/page-document.ts';
import { readReader } from '../../cashier/page/read-language.ts';
import { cashierState } from '../../cashier/state/build-state.ts';
import type { Operation } from '../../operation.ts';
import { sendScriptedPage } from '../../pages/send-page.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const operation = {
  operationId: 'previewCashier',
  tags: ['Portal settings'],
  summary: 'Preview the cashier',
  description: "The cashier's page with a made-up payment of 25 units, to be shown in a frame of the portal.",
  access: 'portal',
  permission: 'settings.read',
  params: PortalBrandPath,
  answers: { 200: { description: 'The page.', contentType: 'text/html' }, ...portalErrors() },
} satisfies Operation;

export function showPreviewRoute(app: FastifyInstance, context: Context): void {
  app.get(
    '/portal/api/brands/:brandId/cashier-preview',
    { schema: operation },
    async (request, reply): Promise<typeof reply> => {
      const transaction = madeUp(context, request.portal.brand);
      const state = await cashierState(context, transaction, readReader(request, null));
      // Shoppers who pay see no strip of the test environment.
      const page = pageDocument(
        { ...state, inTest: false, expiresAt: null },
        { root: basePath(context), preview: true },
      );
      await sendScriptedPage(request, reply, page, { framedBy: 'self' });
      return reply;
    },
  );
}

const UNITS = 25;

/** In the first place of these that the brand has a method for. */
const PLACES = [
  ['EUR', 'DE'],
  ['USD', 'US'],
  ['GBP', 'GB'],
  ['INR', 'IN'],
  ['BRL', 'BR'],
] as const;

function madeUp(context: Context, brand: Brand): Transaction {
  const use = (currency: string, country: string | null) => ({
    ...{ type: 'PAYIN' as const, currency, country },
    amountMinor: BigInt(UNITS) * 10n ** BigInt(currencyDigits(currency)!),
  });
  const others = optionsOf('PAYIN').flatMap(({ availableCountries }) =>
    availableCountries.flatMap(({ currencies }) => currencies.map((currency) => use(currency, null))),
  );
  const places = [...PLACES.map(([currency, country]) => use(currency, country)), ...others];
  const place = places.find((one) => usableOptions(context, brand, one).length > 0) ?? places[0]!;
  // The card's form shows the most of a look.
  const card = usableOptions(context, brand, place).find(({ type }) => type === 'CARD');
  const transaction = newTransaction(
    {
      ...{
        ...place,
        brand,
        origin: 'session',
        optionId: card?.id ?? null,
        customer: null,
        details: NO_DETAILS,
      },
      ...{ merchantReference: null, paymentReference: null, userId: null },
    },
    context.now(),
  );
  // Only a payment with an address of its own has a page.
  return { ...transaction, cashierTokenHash: Buffer.from('preview') };
}

const NO_DETAILS = {
  ...{ customer: null, redirectUrl: null, notificationUrl: null, language: null, merchantDomain: null },
  ...{ extra1: null, extra2: null, extra3: null, shippingAddress: null, orderDetails: null },
};
