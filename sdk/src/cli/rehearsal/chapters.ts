// The chapters of the rehearsal. Each has a payment that really happens in the sandbox, and the order in which the
// payment's events reach the receiver. Each step has one sentence that says what to fix. right-books.ts computes the
// right balance.
import { CAPTURE_CHAPTERS } from './capture-chapters.ts';
import { MANDATE_CHAPTERS } from './mandate-chapters.ts';
import { MESSAGE_CHAPTERS } from './message-chapters.ts';
import { MONEY_CHAPTERS } from './money-chapters.ts';
import type { Chapter } from './steps.ts';

export const CHAPTERS: Record<string, Chapter> = {
  ...MESSAGE_CHAPTERS,
  ...MONEY_CHAPTERS,
  ...CAPTURE_CHAPTERS,
  ...MANDATE_CHAPTERS,
};
