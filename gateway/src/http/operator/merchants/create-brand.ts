// POST /operator/merchants/{id}/brands (contract 2). No other answer shows a brand's first key and secret.
import { createBrand } from '../../../actions/merchants/create-brand.ts';
import { call } from '../../calls/call.ts';
import { newBrandFields, settingsOf } from '../../schemas/brand-setting-schemas.ts';
import { closed } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { answerSettings, CreatedBrand, MerchantPath, operatorErrors } from '../operator-schemas.ts';

const Body = closed(newBrandFields, {
  title: 'NewBrand',
  description: 'A new brand: its name, and any of the settings.',
});

export const createBrandCall = call({
  address: 'POST /operator/merchants/:id/brands',
  operationId: 'createBrand',
  tags: ['Operator'],
  summary: 'Create a brand',
  description:
    'A brand with its first API key and signing secret, which are shown only here. All fields except the name have ' +
    'a default.',
  access: 'operator',
  params: MerchantPath,
  body: Body,
  examples: {
    plain: { summary: 'All defaults', value: { name: 'Demo Shop' } },
    strict: {
      summary: 'Signed requests from known addresses',
      value: {
        name: 'Demo Shop',
        notificationUrl: 'https://shop.example/webhooks',
        enforceSignatures: true,
        ipAllowList: ['203.0.113.0/24'],
      },
    },
  },
  answers: {
    201: { description: 'Created.', schema: CreatedBrand, examples: examples.createdBrand },
    ...operatorErrors(),
  },
  handle: async (context, { params, body, operator }) => {
    const { active: _, ...settings } = settingsOf({ ...body });
    const brand = await createBrand(context, operator, params.id, { ...settings, name: String(body.name) });
    const { brandId, merchantId, apiKey, signingSecret } = brand;
    return { brandId, merchantId, apiKey, signingSecret, ...answerSettings(context, brand) };
  },
});
