// Which option or suboption a v2 call means, and whether its session may be paid with it. A wrong choice is refused and
// leaves the session as it was, so that the shopper can choose again (contract 8). Decides nothing else and stores
// nothing.

import { CODE, errorReason } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { requireActiveBrand } from '../merchants/require-active-brand.ts';
import { refuseOption, usableSuboptions } from '../payment-means/usable-options.ts';

export interface OptionChoice {
  /** An option, or a suboption itself (spec 2.1). */
  paymentOptionId: string;
  /** The suboption; null: none was named. */
  optionId: string | null;
}

export type Chosen = NonNullable<ReturnType<typeof findOption>>;

export function chooseOption(
  context: Pick<Context, 'providersFor'>,
  brand: Brand,
  session: Transaction,
  choice: OptionChoice,
): Chosen {
  requireActiveBrand(brand);
  const named = findOption(choice.paymentOptionId);
  if (!named) throw unusable('paymentOptionId', CODE.optionNotAllowed);
  const { option } = named;
  const suboption = choice.optionId === null ? named.suboption : suboptionOf(named, choice.optionId);
  const refused = refuseOption(context, brand, { ...session, optionId: suboption?.id ?? option.id });
  if (refused) throw unusable(choice.optionId ? 'optionId' : 'paymentOptionId', refused);
  if (suboption) return { option, suboption };
  if (option.suboptions.length > 0 && usableSuboptions(context, brand, session, option).length === 0) {
    throw unusable('paymentOptionId', CODE.optionNotAllowed);
  }
  return { option };
}

function suboptionOf({ option, suboption }: Chosen, optionId: string) {
  const found = option.suboptions.find(({ id }) => id === optionId.toLowerCase());
  if (found && (!suboption || suboption === found)) return found;
  throw new Refusal(400, 'optionId: must be the id of a suboption of this option, or be left out');
}

function unusable(field: keyof OptionChoice, errorCode: Parameters<typeof errorReason>[0]): Refusal {
  const reason = errorReason(errorCode);
  return new Refusal(400, `${field}: ${reason}; choose an option of the session`, { errorCode });
}
