// POST /operator/merchants/{id}/users (contract 2): invites a portal user. The answer has the link with which that
// person signs up.
import { Type } from 'typebox';
import { inviteUser } from '../../../actions/access/invite-user.ts';
import { USER_ROLES } from '../../../domain/access/user-role.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { MerchantPath, operatorErrors } from '../operator-schemas.ts';

const Body = closed({
  email: Type.String({
    format: 'email',
    minLength: 4,
    maxLength: 255,
    description: 'E-mail address, upper and lower case alike. 4 to 255 characters.',
    examples: ['anna@example.com'],
  }),
  role: choice(USER_ROLES, 'What the user may do.'),
});

export const inviteUserCall = call({
  address: 'POST /operator/merchants/:id/users',
  operationId: 'inviteUser',
  tags: ['Operator'],
  summary: 'Invite a portal user',
  description:
    'Give the link only to that person: whoever opens it sets the password. Where mail is on (`SMTP_URL`), the person ' +
    'gets it by mail too. The link is valid for a week. After that you can invite the same person again.',
  access: 'operator',
  params: MerchantPath,
  body: Body,
  examples: examples.invitation,
  answers: {
    201: {
      description: 'Invited.',
      schema: Type.Object({
        userId: uuid('The user.'),
        invitationUrl: Type.String({
          description: 'The link where the person sets a password. Shown only here.',
        }),
      }),
      examples: examples.invited,
    },
    ...operatorErrors({ 409: 'The merchant has a user with this e-mail address already.' }),
  },
  handle: async (context, { params, body, operator }) => {
    const { email, role } = body;
    return await inviteUser(context, operator, params.id, { email, role });
  },
});
