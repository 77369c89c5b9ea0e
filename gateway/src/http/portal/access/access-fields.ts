// Fields of sign-in and users. Lengths count code points, as everywhere.
import { type Static, type TSchema, Type } from 'typebox';
import { visibleText } from '../../schemas/schema-fields.ts';

export const EmailAddress = Type.String({
  format: 'email',
  minLength: 4,
  maxLength: 255,
  description: 'E-mail address, upper and lower case alike. 4 to 255 characters.',
});

/** domain/access/password-rules.ts refuses longer passwords with its own message; this limit only bounds the work. */
export const Password = Type.String({ maxLength: 1_000, description: 'Password.' });

export const NewPassword = Type.String({
  maxLength: 1_000,
  description: 'At least 12 and at most 256 characters, not easy to guess.',
});

export const PersonName = visibleText(100, 'Name of the person, shown to colleagues and in the audit log.');

export const PasskeyName = visibleText(60, 'A name to recognise it, such as the device.');

export const Code = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'As typed; spaces and dashes are ignored.',
});

/** A browser's answer to a challenge. The verifying library checks its members. */
export function browserAnswer<T>(description: string) {
  return Type.Unsafe<T>({ type: 'object', description } as TSchema);
}

export const at = (description: string) => Type.String({ format: 'date-time', description });

const RecoveryCodes = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string' },
  description: 'Ten codes. Each works once. Shown only here. null: the user has codes already.',
} as TSchema);

export const AddedFactorAnswer = Type.Object(
  { recoveryCodes: RecoveryCodes },
  { title: 'AddedFactor', description: 'A second factor was added.' },
);

export type AddedFactorBody = Static<typeof AddedFactorAnswer>;
