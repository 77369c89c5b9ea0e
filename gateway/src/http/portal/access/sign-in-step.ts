// The next step of a sign-in: the answer to a right password, to an accepted invitation, to a proven second factor, and
// to a page that is loaded between these steps.
import { type Static, Type } from 'typebox';
import { FACTORS, type SignInStep as Step, waysToProve } from '../../../domain/access/second-factor.ts';
import type { UserRow } from '../../../storage/access/user-store.ts';
import { choice } from '../../schemas/schema-fields.ts';

export const SignInStep = Type.Object(
  {
    step: choice(
      ['done', 'prove', 'enrol'],
      'done: signed in. prove: a second factor is required, by one of `ways`. enrol: a second factor must be added.',
    ),
    email: Type.String({ description: 'E-mail address of the user.' }),
    merchantName: Type.String({ description: 'Name of the merchant.' }),
    ways: Type.Array(choice(FACTORS, 'A way.'), {
      description: "The user's second factors, the best first.",
    }),
  },
  { title: 'SignInStep', description: 'The state of a sign-in.' },
);

export function answerStep(step: Step, user: UserRow): Static<typeof SignInStep> {
  const { email, merchantName } = user;
  return { step, email, merchantName, ways: step === 'prove' ? waysToProve(user) : [] };
}
