// The users of a merchant, for its owners (contract 14): the list, invitations, roles, and help for a colleague who is
// locked out. Behind the session's hook, permission users.change.
import { type Static, Type } from 'typebox';
import { changeUser } from '../../../actions/access/change-user.ts';
import { endSessions } from '../../../actions/access/end-session.ts';
import { inviteAgain, inviteUser } from '../../../actions/access/invite-user.ts';
import { resetSecondFactor } from '../../../actions/second-factor/reset-second-factor.ts';
import { USER_ROLES } from '../../../domain/access/user-role.ts';
import { listUsers, type UserRow } from '../../../storage/access/user-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { answerUserFields, userFields } from '../../schemas/user-schemas.ts';
import { pageOf, portalErrors } from '../portal-schemas.ts';
import { EmailAddress } from './access-fields.ts';

const about: Pick<Operation, 'tags' | 'access' | 'permission'> = {
  tags: ['Portal settings'],
  access: 'portal',
  permission: 'users.change',
};
const Path = Type.Object({ userId: uuid('The user.') });
const InviteBody = closed({ email: EmailAddress, role: choice(USER_ROLES, 'What the user may do.') });
const ChangeBody = Type.Object(
  {
    role: Type.Optional(choice(USER_ROLES, 'The new role.')),
    disabled: Type.Optional(Type.Boolean({ description: 'true: the user cannot sign in.' })),
  },
  { additionalProperties: false, minProperties: 1 },
);

const PortalUser = Type.Object(
  {
    id: uuid('The user.'),
    ...userFields,
    isYou: Type.Boolean({ description: 'The caller.' }),
  },
  { title: 'PortalUser', description: 'A user of the merchant.' },
);

const Invited = Type.Object(
  {
    userId: uuid('The user.'),
    invitationUrl: Type.String({
      description: 'The link where the person sets a password. Shown only here.',
    }),
    isMailed: Type.Boolean({ description: 'The person gets the link by mail too.' }),
  },
  { title: 'InvitedUser', description: 'A user with a new link.' },
);

function answerUser(user: UserRow, now: Date, callerId: string): Static<typeof PortalUser> {
  return { id: user.id, ...answerUserFields(user, now), isYou: user.id === callerId };
}

export const listColleaguesCall = call({
  address: 'GET /portal/api/users',
  ...about,
  operationId: 'listUsers',
  summary: 'List users',
  description: 'All users of the merchant, sorted by name, in one answer.',
  answers: { 200: { description: 'The users.', schema: pageOf(PortalUser, 'Users.') }, ...portalErrors() },
  handle: async (context, { portal }) => {
    const users = await listUsers(context.sql, portal.merchantId);
    const now = context.now();
    return { items: users.map((user) => answerUser(user, now, portal.session.userId)), next: null };
  },
});

export const inviteColleagueCall = call({
  address: 'POST /portal/api/users',
  ...about,
  operationId: 'inviteColleague',
  needsConfirmation: true,
  summary: 'Invite a user',
  description:
    'Give the link only to that person, who gets it by mail too if mail is on. It works once, and is valid for a week.',
  body: InviteBody,
  answers: { 201: { description: 'Invited.', schema: Invited }, ...portalErrors(409) },
  handle: async (context, { portal, body }) => ({
    ...(await inviteUser(context, portal.actor, portal.merchantId, body)),
    isMailed: context.mailer !== null,
  }),
});

export const inviteAgainCall = call({
  address: 'POST /portal/api/users/:userId/invitation',
  ...about,
  operationId: 'inviteAgain',
  needsConfirmation: true,
  summary: 'Create a new link for a user',
  description:
    'The former link stops working. A user who has a password sets a new one with it; the second factor stays.',
  params: Path,
  answers: { 201: { description: 'The new link.', schema: Invited }, ...portalErrors(409) },
  handle: async (context, { portal, params }) => ({
    ...(await inviteAgain(context, portal.actor, whose(portal, params))),
    isMailed: context.mailer !== null,
  }),
});

export const changeUserCall = call({
  address: 'PATCH /portal/api/users/:userId',
  ...about,
  operationId: 'changeUser',
  needsConfirmation: true,
  summary: "Change a user's role, disable or enable the user",
  description: "Ends the user's sessions. The last owner who can sign in cannot be changed.",
  params: Path,
  body: ChangeBody,
  answers: { 204: { description: 'Changed.', empty: true }, ...portalErrors(409) },
  handle: async (context, { portal, params, body }) => {
    await changeUser(context, portal.actor, whose(portal, params), body);
  },
});

export const resetSecondFactorCall = call({
  address: 'DELETE /portal/api/users/:userId/second-factor',
  ...about,
  operationId: 'resetSecondFactor',
  needsConfirmation: true,
  summary: "Reset a user's second factor",
  description: 'Removes passkeys, authenticator app and recovery codes. The next sign-in adds a new factor.',
  params: Path,
  answers: { 204: { description: 'Reset.', empty: true }, ...portalErrors(409) },
  handle: async (context, { portal, params }) => {
    await resetSecondFactor(context, portal.actor, whose(portal, params));
  },
});

export const endSessionsOfUserCall = call({
  address: 'DELETE /portal/api/users/:userId/sessions',
  ...about,
  operationId: 'endSessionsOfUser',
  needsConfirmation: true,
  summary: "End a user's sessions",
  description: 'The user is signed out everywhere.',
  params: Path,
  answers: { 204: { description: 'Ended.', empty: true }, ...portalErrors() },
  handle: async (context, { portal, params }) => {
    await endSessions(context, portal.actor, whose(portal, params), null);
  },
});

function whose({ merchantId }: { merchantId: string }, { userId }: Static<typeof Path>) {
  return { merchantId, userId };
}
