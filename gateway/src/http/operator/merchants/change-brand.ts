// PATCH /operator/brands/{id} (contract 2): any subset of the settings, and `active`.
import { changeBrand } from '../../../actions/merchants/change-brand.ts';
import { call } from '../../calls/call.ts';
import { clearedBy, settingFields, settingsOf } from '../../schemas/brand-setting-schemas.ts';
import { closed } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { answerBrand, Brand, BrandPath, operatorErrors } from '../operator-schemas.ts';

const Body = closed(settingFields, { title: 'BrandChanges', description: 'Any subset of the settings.' });

export const changeBrandCall = call({
  address: 'PATCH /operator/brands/:id',
  operationId: 'changeBrand',
  tags: ['Operator'],
  summary: 'Change a brand',
  description:
    'Changes the settings in the request; the others stay unchanged. Every process of the gateway uses them within ' +
    'two seconds.',
  access: 'operator',
  params: BrandPath,
  body: Body,
  examples: examples.brandChanges,
  answers: {
    200: { description: 'All current settings.', schema: Brand, examples: examples.brand },
    ...operatorErrors(),
  },
  handle: async (context, { params, body, operator }) => {
    const changes = { ...settingsOf(body), ...clearedBy(body) };
    return answerBrand(context, await changeBrand(context, operator, params.id, changes));
  },
});
