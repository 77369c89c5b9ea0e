// The session in answers: who is signed in, and what they may do.
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { permissionsOf } from '../../../domain/access/portal-permission.ts';
import { USER_ROLES } from '../../../domain/access/user-role.ts';
import type { SignedIn } from '../../../storage/access/portal-session-store.ts';
import { findUser } from '../../../storage/access/user-store.ts';
import { listBrands } from '../../../storage/merchants/brand-store.ts';
import { choice, uuid } from '../../schemas/schema-fields.ts';

export const SessionAnswer = Type.Object(
  {
    user: Type.Object(
      {
        id: uuid('The user.'),
        email: Type.String({ description: 'E-mail address.' }),
        name: Type.String({ description: 'Name, or the e-mail address if there is no name.' }),
        role: choice(USER_ROLES, 'The role of the user.'),
      },
      { description: 'Who is signed in.' },
    ),
    merchant: Type.Object(
      { id: uuid('The merchant.'), name: Type.String({ description: 'Name.' }) },
      { description: 'The merchant of the user.' },
    ),
    brands: Type.Array(
      Type.Object({
        id: uuid('The brand.'),
        name: Type.String({ description: 'Name.' }),
        timeZone: Type.String({ description: 'IANA name of the time zone for all times on the screen.' }),
        active: Type.Boolean({ description: 'false: it accepts no new transactions.' }),
      }),
      { description: 'Brands of the merchant, by name.' },
    ),
    permissions: Type.Array(Type.String(), { description: 'What the role may do.' }),
    environment: choice(['test', 'production'], 'In `test` no money moves.'),
  },
  { title: 'Session', description: 'Who is signed in and what that person may do.' },
);

export async function answerSession(
  { sql, config }: Pick<Context, 'sql' | 'config'>,
  { merchantId, user }: SignedIn,
): Promise<Static<typeof SessionAnswer>> {
  const [found, brands] = await Promise.all([
    findUser(sql, merchantId, user.id),
    listBrands(sql, merchantId),
  ]);
  return {
    user: { id: user.id, email: user.email, name: user.name ?? user.email, role: user.role },
    merchant: { id: merchantId, name: found!.merchantName },
    brands: brands.map(({ brandId, name, timeZone, active }) => ({ id: brandId, name, timeZone, active })),
    permissions: permissionsOf(user.role),
    environment: config.environment,
  };
}
