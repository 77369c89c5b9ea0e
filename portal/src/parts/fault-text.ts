// Writes the gateway's faults in words for people. The API names the field first, writes statuses in capitals and gives
// advice for developers: "transactionId: the payout is PROCESSING; …". A form with its own fields uses field-faults.ts.
// Pure.
import { sentences } from './format.ts';

const STATUS = /\b(?:INIT|PENDING|PROCESSING|COMPLETED|DECLINED|ERROR)\b/g;
const CARD_NUMBER = /must not hold a card number/;

export function faultText(message: string): string {
  if (CARD_NUMBER.test(message))
    return 'Your text contains a card number. Card numbers are never stored, so remove it.';
  const said = message.replace(
    /^([\w.]+): /,
    (_, field: string) => SUBJECTS[field] ?? subject(message, field),
  );
  return sentences(said.replace(STATUS, (status) => status.toLowerCase()));
}

/** "amount: is too large" needs its subject, "transactionId: the payout is …" has one. */
function subject(message: string, field: string): string {
  const needsSubject = /^[\w.]+: (?:is|are|was|must|has|may|needs|names)\b/.test(message);
  const words = field.replace(/^.*\./, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return needsSubject ? `The ${words} ` : '';
}

const SUBJECTS: Readonly<Record<string, string>> = {
  password: 'This password ',
  newPassword: 'The new password ',
  code: 'This code ',
  email: 'E-mail: ',
  response: '',
};
