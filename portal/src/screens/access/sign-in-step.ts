// The state of a sign-in: which second factors may prove it, or that the user must add one.
import type { Answer } from '../../api/client.ts';

export type SignInStep = Answer<'/portal/api/second-factor'>;
