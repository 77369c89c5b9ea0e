// What the rehearsal plays: for each chapter a payment that really happens in the sandbox, the order in which its
// events reach the receiver, and for each step the one sentence that says what to mend. What the books must say is
// computed (right-books.ts).
import { MESSAGE_CHAPTERS } from './message-chapters.ts';
import { MONEY_CHAPTERS } from './money-chapters.ts';
import type { Chapter } from './steps.ts';

export const CHAPTERS: Record<string, Chapter> = { ...MESSAGE_CHAPTERS, ...MONEY_CHAPTERS };
