// A portal user as operators read it, and the look-up of a user by id alone. It must never hold a hash or a link.
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { findUser, merchantOfUser, type UserRow } from '../../../storage/access/user-store.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { answerUserFields, userFields } from '../../schemas/user-schemas.ts';

export const User = Type.Object(
  {
    userId: uuid('The user.'),
    merchantId: uuid('The merchant.'),
    ...userFields,
    disabled: Type.Boolean({ description: 'Whether the user may not sign in.' }),
  },
  { title: 'User', description: 'A user of the portal.' },
);

export function answerUser({ now }: Pick<Context, 'now'>, user: UserRow): Static<typeof User> {
  return {
    userId: user.id,
    merchantId: user.merchantId,
    ...answerUserFields(user, now()),
    disabled: user.disabledAt !== null,
  };
}

/** Throws Refusal 404. */
export async function requireUser(
  { sql }: Pick<Context, 'sql'>,
  userId: string,
): Promise<{ merchantId: string; userId: string }> {
  const merchantId = await merchantOfUser(sql, userId);
  if (merchantId === null) throw new Refusal(404, 'id: no such user');
  return { merchantId, userId: userId.toLowerCase() };
}

export async function showUser(
  context: Pick<Context, 'sql' | 'now'>,
  { merchantId, userId }: { merchantId: string; userId: string },
): Promise<Static<typeof User>> {
  return answerUser(context, (await findUser(context.sql, merchantId, userId))!);
}
