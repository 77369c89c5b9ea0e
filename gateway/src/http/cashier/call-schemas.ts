// The bodies of the cashier's calls (state.ts: Submission, Simulation), for Fastify's validator. They are not
// part of the API's description. The validator coerces nothing and ignores unknown fields.
import { Type } from 'typebox';
import { PLAYED_CAPTURES } from '../../actions/captures/play-capture.ts';
import { Country, choice, maybe, text } from '../schemas/schema-fields.ts';

/** More fields than any method asks for. */
const MOST_FIELDS = 20;
/** A card number is allowed here: the gateway stores the text sealed, or its number is of another kind. */
const SEALED = { numbers: 'any' } as const;

export const submissionSchema = {
  body: Type.Object({
    attempt: Type.Integer({ minimum: 0, maximum: 1_000 }),
    optionId: Type.String({ format: 'uuid' }),
    country: maybe(Country),
    // domain/payment-data/read-browser.ts reads it and refuses no payment for it.
    browser: Type.Optional(Type.Unknown()),
    paymentData: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: text(255, 'A field of the method.', SEALED),
      maxProperties: MOST_FIELDS,
    }),
    saveCard: Type.Optional(Type.Boolean()),
    // The limit of Adyen.
    applePayToken: Type.Optional(
      Type.String({
        maxLength: 10_000,
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        description: 'Payment data of Apple.',
      }),
    ),
    customer: Type.Optional(
      Type.Object({
        document: Type.Optional(
          Type.Object({
            type: maybe(text(255, 'CPF, CNPJ.')),
            number: maybe(text(255, 'Its number.', SEALED)),
          }),
        ),
      }),
    ),
  }),
};

export const leaveSchema = { body: Type.Object({ version: Type.Integer({ minimum: 0 }) }) };

export const applePaySchema = { body: Type.Object({ optionId: Type.String({ format: 'uuid' }) }) };

export const removalSchema = {
  body: Type.Object({ card: text(255, 'The token of a saved card.', SEALED) }),
};

const ENDINGS = ['COMPLETED', 'DECLINED', 'ERROR', 'EXPIRED'] as const;

export const simulationSchema = {
  body: Type.Object({ outcome: choice([...ENDINGS, ...PLAYED_CAPTURES], 'The outcome.') }),
};

/** The fields of a form with a receipt, or JSON. */
export const confirmationSchema = {
  body: Type.Object({
    essentialKey: maybe(text(255, 'The value that the method requires.', SEALED)),
    additionalEssentialKey: maybe(text(255, 'The UTR.', SEALED)),
  }),
};
