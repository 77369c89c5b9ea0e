// How far a sign-in has come: the answer to a right password, an accepted invitation and a proven second factor, and to a
// page that is loaded in between.
import { type Static, Type } from 'typebox';
import { FACTORS, type SignInStep as Step, waysToProve } from '../../../domain/access/second-factor.ts';
import type { UserRow } from '../../../storage/access/user-store.ts';
import { choice } from '../../schemas/schema-fields.ts';

export const SignInStep = Type.Object(
  {
    step: choice(
      ['done', 'prove', 'enrol'],
      'done: signed in. prove: the second factor is due, over one of `ways`. enrol: the first one has to be added.',
    ),
    email: Type.String({ description: 'Whose sign-in it is.' }),
    merchantName: Type.String({ description: 'Where the person works.' }),
    ways: Type.Array(choice(FACTORS, 'A way.'), {
      description: 'What proves the second factor, the best first.',
    }),
  },
  { title: 'SignInStep', description: 'Where a sign-in stands.' },
);

export function answerStep(step: Step, user: UserRow): Static<typeof SignInStep> {
  const { email, merchantName } = user;
  return { step, email, merchantName, ways: step === 'prove' ? waysToProve(user) : [] };
}
