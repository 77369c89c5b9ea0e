// The common code of /v2/payment-suboptions and /v2/payout-suboptions (spec 4.10, step 2): the suboptions of one option
// of a session. A plain read; it must not change the session.
import type { Static } from 'typebox';
import { chooseOption } from '../../actions/cashier/choose-option.ts';
import { findSession } from '../../actions/cashier/find-session.ts';
import type { Context } from '../../actions/context.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Direction } from '../../domain/options/payment-option.ts';
import { shownSuboptions } from './shown-options.ts';
import type { SuboptionsRequest } from './v2-schemas.ts';

export async function listSuboptions(
  context: Context,
  brand: Brand,
  direction: Direction,
  { sessionId, paymentOptionId }: Static<typeof SuboptionsRequest>,
) {
  const session = await findSession(context, brand, sessionId, direction);
  const { option, suboption } = chooseOption(context, brand, session, { paymentOptionId, optionId: null });
  return {
    statusCode: '085',
    resultType: 'option_choice',
    result: {
      paymentOptionId,
      transactionId: session.id,
      sessionId: session.sessionId,
      // A suboption has no suboptions.
      options: suboption ? [] : shownSuboptions(context, brand, session, option),
    },
  };
}
