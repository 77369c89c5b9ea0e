// The windows in which the walks of the cashier are played: `npm test` has the phone, the proof the desktop too.
import { isProof } from '../stage/how-much.ts';
import { DESKTOP, PHONE } from './stage.ts';

export const SIZES = isProof() ? { desktop: DESKTOP, phone: PHONE } : { phone: PHONE };
