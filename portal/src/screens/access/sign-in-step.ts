// How far a sign-in has come: which second factors may prove it, or that one must be added.
import type { Answer } from '../../api/client.ts';

export type SignInStep = Answer<'/portal/api/second-factor'>;
