// How an operator helps a portal user who cannot sign in, or stops one who must not any more (contract 2): make a new
// link, remove the link, reset the second factor, disable or enable the user.
import { Type } from 'typebox';
import { changeUser } from '../../../actions/access/change-user.ts';
import { inviteAgain } from '../../../actions/access/invite-user.ts';
import { withdrawInvitation } from '../../../actions/access/withdraw-invitation.ts';
import { resetSecondFactor } from '../../../actions/second-factor/reset-second-factor.ts';
import { requireScope } from '../../auth/operator-token.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { closed, uuid } from '../../schemas/schema-fields.ts';
import * as examples from '../access-examples.ts';
import { operatorErrors, UserPath } from '../operator-schemas.ts';
import { requireUser, showUser, User } from './user-answer.ts';

const about = {
  tags: ['Operator'],
  access: 'operator',
  params: UserPath,
} satisfies Partial<Operation>;
const ChangeBody = closed({
  disabled: Type.Boolean({ description: 'true: the user cannot sign in, and every session ends at once.' }),
});

export const inviteUserAgainCall = call({
  address: 'POST /operator/users/:id/invitation',
  ...about,
  operationId: 'inviteUserAgain',
  summary: 'Create a new link for a portal user',
  description:
    'For somebody who lost the link or the password. The former link stops working. A user who has a password sets a new one ' +
    'with it; until then the old one works, and the second factor stays. It is valid for a week.',
  answers: {
    201: {
      description: 'The new link.',
      schema: Type.Object({
        userId: uuid('The user.'),
        invitationUrl: Type.String({
          description: 'The link where the person sets a password. Shown only here.',
        }),
      }),
      examples: examples.invitedAgain,
    },
    ...operatorErrors({ 409: 'The user is disabled.' }),
  },
  handle: async (context, { params, operator }) =>
    await inviteAgain(context, operator, await requireUser(context, params.id)),
});

export const withdrawInvitationCall = call({
  address: 'DELETE /operator/users/:id/invitation',
  operatorScope: 'support',
  ...about,
  operationId: 'withdrawInvitation',
  summary: 'Withdraw the link of a portal user',
  description: 'The open link stops working at once. The user stays, and can get a new one.',
  answers: {
    204: { description: 'Withdrawn.', empty: true },
    ...operatorErrors({ 409: 'The user has no open link.' }),
  },
  handle: async (context, { params, operator }) => {
    await withdrawInvitation(context, operator, await requireUser(context, params.id));
  },
});

export const resetSecondFactorOfUserCall = call({
  address: 'POST /operator/users/:id/reset-second-factor',
  ...about,
  operationId: 'resetSecondFactorOfUser',
  summary: "Reset a portal user's second factor",
  description:
    'For somebody who lost the phone and the recovery codes. Passkeys, authenticator app and recovery codes are ' +
    'removed and every session ends; the next sign-in adds a new factor. First make sure that the request really ' +
    'comes from this person.',
  answers: {
    200: { description: 'The user in the current state.', schema: User, examples: examples.resetUser },
    ...operatorErrors(),
  },
  handle: async (context, { params, operator }) => {
    const whose = await requireUser(context, params.id);
    await resetSecondFactor(context, operator, whose);
    return await showUser(context, whose);
  },
});

export const changeUserAsOperatorCall = call({
  address: 'PATCH /operator/users/:id',
  // Covers disabling only: the handler asks for `admin` to enable.
  operatorScope: 'support',
  ...about,
  operationId: 'changeUserAsOperator',
  summary: 'Disable or enable a portal user',
  description:
    "A disabled user cannot sign in. The user's sessions end at once, in every process. Enabling needs the scope `admin`.",
  body: ChangeBody,
  examples: examples.disabling,
  answers: {
    200: { description: 'The user in the current state.', schema: User, examples: examples.disabledUser },
    ...operatorErrors(),
  },
  handle: async (context, request) => {
    const { params, body, operator } = request;
    // An enabled user can sign in again, and may approve payouts.
    if (!body.disabled) requireScope(request, 'admin');
    const whose = await requireUser(context, params.id);
    await changeUser(context, operator, whose, body);
    return await showUser(context, whose);
  },
});
