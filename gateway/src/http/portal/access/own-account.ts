// The caller's own account (contract 14): showing it, name, password, second factors, recovery codes. Behind the
// session's hook.
import { Type } from 'typebox';
import { changeName, changePassword } from '../../../actions/access/change-account.ts';
import { chooseMail } from '../../../actions/inbox/choose-mail.ts';
import { changePasskeyName } from '../../../actions/second-factor/passkeys.ts';
import { renewRecoveryCodes } from '../../../actions/second-factor/recovery-codes.ts';
import { removeFactor } from '../../../actions/second-factor/remove-factor.ts';
import { hasSecondFactor, needsSecondFactor } from '../../../domain/access/second-factor.ts';
import { MAIL_CHOICES } from '../../../domain/inbox/mail.ts';
import { listPasskeys } from '../../../storage/access/passkey-store.ts';
import { findUser } from '../../../storage/access/user-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { choice, closed, timeOrNull, uuid } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { at, NewPassword, PasskeyName, PersonName } from './access-fields.ts';

const about: Pick<Operation, 'tags' | 'access' | 'permission'> = {
  tags: ['Portal access'],
  access: 'portal',
  permission: 'account.change',
};
const PasskeyPath = Type.Object({ passkeyId: uuid('The passkey.') });
const MailBody = closed({
  mail: choice(MAIL_CHOICES, 'none, the daily digest, urgent things at once, or both.'),
});
const NameBody = closed({ name: PersonName });
const PasskeyNameBody = closed({ name: PasskeyName });
const PasswordBody = closed({ newPassword: NewPassword });

const Account = Type.Object(
  {
    email: Type.String({ description: 'E-mail address.' }),
    name: Type.String({ description: 'Name; empty if none was given.' }),
    mail: choice(MAIL_CHOICES, 'Which mail about the inbox the user gets.'),
    isMailOn: Type.Boolean({ description: 'false: this gateway sends no mail.' }),
    secondFactorNeeded: Type.Boolean({ description: 'The last second factor cannot be removed.' }),
    totpAddedAt: timeOrNull('When the authenticator app was added; null: there is none.'),
    passkeys: Type.Array(
      Type.Object({
        id: uuid('The passkey.'),
        name: Type.String({ description: 'Name.' }),
        createdAt: at('When it was added.'),
        lastUsedAt: timeOrNull('When it was last used.'),
      }),
      { description: 'Oldest first.' },
    ),
    recoveryCodesLeft: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Number of unused codes; null: there is no second factor.',
    }),
  },
  { title: 'Account', description: "The caller's own account." },
);

export const showAccountCall = call({
  address: 'GET /portal/api/account',
  ...about,
  operationId: 'showAccount',
  summary: "Show the user's own account",
  description: 'Name and second factors of the caller.',
  answers: { 200: { description: 'The account.', schema: Account }, ...portalErrors() },
  handle: async (context, { portal }) => {
    const { merchantId, userId } = portal.session;
    const [user, passkeys] = await Promise.all([
      findUser(context.sql, merchantId, userId),
      listPasskeys(context.sql, { merchantId, userId }),
    ]);
    return {
      email: user!.email,
      name: user!.name ?? '',
      mail: user!.mail,
      isMailOn: context.mailer !== null,
      secondFactorNeeded: needsSecondFactor(user!, context.config.environment),
      totpAddedAt: user!.totpAddedAt?.toISOString() ?? null,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: hasSecondFactor(user!) ? user!.recoveryCodes : null,
    };
  },
});

export const changeOwnNameCall = call({
  address: 'PATCH /portal/api/account',
  ...about,
  operationId: 'changeOwnName',
  summary: "Change the user's own name",
  description: 'The new name, shown to colleagues and in the audit log.',
  body: NameBody,
  answers: { 204: { description: 'Changed.', empty: true }, ...portalErrors() },
  handle: async (context, { portal, body }) => {
    const name = body.name.trim();
    await changeName(context, portal.actor, portal.session, name);
  },
});

export const chooseOwnMailCall = call({
  address: 'PUT /portal/api/account/mail',
  ...about,
  operationId: 'chooseOwnMail',
  summary: 'Choose which mail about the inbox the user gets',
  description: 'A mail has only what the role of the user may decide.',
  body: MailBody,
  answers: { 204: { description: 'Chosen.', empty: true }, ...portalErrors() },
  handle: async (context, { portal, body }) => {
    await chooseMail(context, portal.actor, portal.session, body.mail);
  },
});

export const changeOwnPasswordCall = call({
  address: 'POST /portal/api/account/password',
  ...about,
  operationId: 'changeOwnPassword',
  summary: "Change the user's own password",
  description: 'Ends the other sessions.',
  needsConfirmation: true,
  body: PasswordBody,
  answers: { 204: { description: 'Changed.', empty: true }, ...portalErrors(409) },
  handle: async (context, { portal, body }) => {
    await changePassword(context, portal.actor, portal.session, body.newPassword);
  },
});

export const renewRecoveryCodesCall = call({
  address: 'POST /portal/api/account/recovery-codes',
  ...about,
  operationId: 'renewRecoveryCodes',
  summary: 'Create new recovery codes',
  description: 'The former codes stop working.',
  needsConfirmation: true,
  answers: {
    200: {
      description: 'The new codes.',
      schema: Type.Object(
        {
          recoveryCodes: Type.Array(Type.String({ description: 'A code.' }), {
            description: 'Ten codes. Each works once. Shown only here.',
          }),
        },
        { title: 'NewRecoveryCodes', description: 'Recovery codes that replace the former ones.' },
      ),
    },
    ...portalErrors(409),
  },
  handle: async (context, { portal }) => ({
    recoveryCodes: await renewRecoveryCodes(context, portal.actor, portal.session),
  }),
});

export const removeTotpCall = call({
  address: 'DELETE /portal/api/account/totp',
  ...about,
  operationId: 'removeTotp',
  summary: 'Remove the authenticator app',
  description: 'Not possible if it is the last second factor and the role requires one.',
  needsConfirmation: true,
  answers: { 204: { description: 'Removed.', empty: true }, ...portalErrors(409) },
  handle: async (context, { portal }) => {
    await removeFactor(context, portal.actor, portal.session, { factor: 'totp' });
  },
});

export const renamePasskeyCall = call({
  address: 'PATCH /portal/api/account/passkeys/:passkeyId',
  ...about,
  operationId: 'renamePasskey',
  summary: 'Rename a passkey',
  description: 'A name to recognise it.',
  params: PasskeyPath,
  body: PasskeyNameBody,
  answers: { 204: { description: 'Renamed.', empty: true }, ...portalErrors() },
  handle: async (context, { portal, params, body }) => {
    await changePasskeyName(context, portal.actor, portal.session, {
      id: params.passkeyId,
      name: body.name,
    });
  },
});

export const removePasskeyCall = call({
  address: 'DELETE /portal/api/account/passkeys/:passkeyId',
  ...about,
  operationId: 'removePasskey',
  summary: 'Remove a passkey',
  description: 'Not possible if it is the last second factor and the role requires one.',
  needsConfirmation: true,
  params: PasskeyPath,
  answers: { 204: { description: 'Removed.', empty: true }, ...portalErrors(409) },
  handle: async (context, { portal, params }) => {
    const { passkeyId } = params;
    await removeFactor(context, portal.actor, portal.session, { factor: 'passkey', passkeyId });
  },
});
