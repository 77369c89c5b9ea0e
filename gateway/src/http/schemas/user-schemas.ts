// A user of the portal as colleagues and operators read it: state, second factors, times. It must never hold a hash or
// a link.
import { type Static, type TSchema, Type } from 'typebox';
import { FACTORS, waysToProve } from '../../domain/access/second-factor.ts';
import { USER_ROLES } from '../../domain/access/user-role.ts';
import { USER_STATES, userState } from '../../domain/access/user-state.ts';
import type { UserRow } from '../../storage/access/user-store.ts';
import { choice, timeOrNull } from './schema-fields.ts';

export const userFields = {
  email: Type.String({ description: 'E-mail address.' }),
  name: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Name of the invited person; null: not given yet.',
  } as TSchema),
  role: choice(USER_ROLES, 'What the user may do.'),
  state: choice(
    USER_STATES,
    'invited: the invitation is not accepted yet. expired: the invitation has expired, or was withdrawn. locked: too many ' +
      'sign-ins failed.',
  ),
  invitationExpiresAt: timeOrNull('When an unused link expires; null: there is none.'),
  lockedUntil: timeOrNull('null: not locked.'),
  secondFactors: Type.Array(choice(FACTORS, 'A factor.'), {
    description: 'The second factors of the user.',
  }),
  lastSignInAt: timeOrNull('null: never.'),
  createdAt: Type.String({ format: 'date-time', description: 'When the user was invited.' }),
};

const UserFields = Type.Object(userFields);

export function answerUserFields(user: UserRow, now: Date): Static<typeof UserFields> {
  const { email, name, role, createdAt, lastSignInAt, lockedUntil, invitationExpiresAt } = user;
  const isOpen = user.invitationUsedAt === null && invitationExpiresAt !== null && invitationExpiresAt > now;
  const state = userState(user, now);
  return {
    email,
    name,
    role,
    state,
    invitationExpiresAt: isOpen ? invitationExpiresAt.toISOString() : null,
    lockedUntil: state === 'locked' ? lockedUntil!.toISOString() : null,
    secondFactors: waysToProve(user),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
