// GET /operator/merchants/{id}/single-sign-on (contract 2): a merchant's identity provider. The answer must never have
// the secret. staff/change-single-sign-on.ts sets and removes it.
import { showSingleSignOn } from '../../../actions/single-sign-on/change-single-sign-on.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { answerSingleSignOn, SingleSignOnAnswer } from '../../schemas/single-sign-on-schemas.ts';
import * as examples from '../access-examples.ts';
import { MerchantPath, operatorErrors } from '../operator-schemas.ts';

const about = {
  tags: ['Operator'],
  access: 'operator',
  params: MerchantPath,
} satisfies Partial<Operation>;
const answer = { schema: SingleSignOnAnswer, examples: examples.singleSignOn };

export const showSingleSignOnCall = call({
  address: 'GET /operator/merchants/:id/single-sign-on',
  ...about,
  operationId: 'showSingleSignOn',
  summary: "Show a merchant's single sign-on",
  description: "All settings except the client's secret.",
  answers: { 200: { description: 'The settings.', ...answer }, ...operatorErrors() },
  handle: async (context, { params }) =>
    answerSingleSignOn(context, await showSingleSignOn(context, params.id)),
});
