// Options and suboptions as v2 shows them (spec 2.3, 2.4): with the inputs of their form, under v2's names.

import type { Context } from '../../actions/context.ts';
import { usableOptions, usableSuboptions } from '../../actions/payment-means/usable-options.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { inputsOf, type PaymentOption } from '../../domain/options/payment-option.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';

export function shownOptions(
  context: Pick<Context, 'config' | 'providersFor'>,
  brand: Brand,
  session: Transaction,
) {
  return usableOptions(context, brand, session).map((option) => ({
    paymentOptionId: option.id,
    name: option.name,
    logo: logoAddress(context, option.logo),
    extraData: inputsOf(option, session.currency, 'v2'),
  }));
}

/** Requests send `id` as `optionId`; here both are the one id that a suboption has. */
export function shownSuboptions(
  context: Pick<Context, 'config' | 'providersFor'>,
  brand: Brand,
  session: Transaction,
  option: PaymentOption,
) {
  const formInputs = inputsOf(option, session.currency, 'v2');
  return usableSuboptions(context, brand, session, option).map(({ id, name, logo }) => ({
    id,
    name,
    logo: logoAddress(context, logo),
    uuid: id,
    formInputs,
  }));
}

function logoAddress({ config }: Pick<Context, 'config'>, file: string): string {
  return `${config.publicUrl}/assets/logos/${file}`;
}
