// PUT /operator/brands/{id}/options/{optionId} (contract 2).
import { Type } from 'typebox';
import { setBrandOption } from '../../../actions/merchants/set-brand-option.ts';
import { call } from '../../calls/call.ts';
import { optionLimit } from '../../schemas/brand-setting-schemas.ts';
import { closed, uuid } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { OptionSettingAnswer, operatorErrors } from '../operator-schemas.ts';

const Body = closed({
  enabled: Type.Boolean({ description: 'Whether the brand may use the option.' }),
  minAmount: optionLimit('Smallest amount'),
  maxAmount: optionLimit('Largest amount'),
});

export const setBrandOptionCall = call({
  address: 'PUT /operator/brands/:id/options/:optionId',
  operationId: 'setBrandOption',
  tags: ['Operator'],
  summary: 'Set one option of a brand',
  description:
    'Replaces the former setting of this option. If you omit a limit, the limit of the catalogue applies again. ' +
    'Limits are refused if no amount can meet them together with the limits of the catalogue, the option and its ' +
    'suboptions.',
  access: 'operator',
  params: Type.Object({ id: uuid('The brand.'), optionId: uuid('An option or suboption of the catalogue.') }),
  body: Body,
  examples: examples.optionLimits,
  answers: {
    200: {
      description: 'The current setting.',
      schema: OptionSettingAnswer,
      examples: examples.optionSetting,
    },
    ...operatorErrors(),
  },
  handle: async (context, { params, body, operator }) =>
    setBrandOption(context, operator, params.id, {
      optionId: params.optionId,
      enabled: body.enabled,
      minAmount: body.minAmount ?? null,
      maxAmount: body.maxAmount ?? null,
    }),
});
