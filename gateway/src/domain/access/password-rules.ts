// Which passwords a portal user may choose (contract 14): long ones that an attacker does not guess in the first
// thousand tries. Lists of common passwords hold hardly any of this length. Common passwords of this length are made of
// common parts, so the rules remove the parts and require enough characters in the rest. One word made longer by digits
// is refused, whatever the word is. Pure.
import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.ts';

/** Code points, after NFKC. */
const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;
/** How much must remain of a password after every part that can be guessed is removed. */
const LEAST_OF_ITS_OWN = 6;

/** Rows of keys along which people type or draw. Backwards too. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  // Columns of the number pad.
  '147258369',
  '159753',
  '789456123',
].flatMap((row) => [row, [...row].reverse().join('')]);

export interface PasswordOwner {
  email: string;
  name: string | null;
  merchantName: string;
  brandNames: readonly string[];
}

/** What is wrong with the password, as a sentence for the user; null: it is allowed. */
export function passwordFault(password: string, owner: PasswordOwner): string | null {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < PASSWORD_MIN) return `must have at least ${PASSWORD_MIN} characters; this one has ${length}`;
  if (length > PASSWORD_MAX) return `must have at most ${PASSWORD_MAX} characters`;
  const small = text.toLowerCase();
  const letters = plain(small);
  if (COMMON_PASSWORDS.has(small) || COMMON_PASSWORDS.has(letters)) {
    return 'is one of the passwords that attackers try first; choose another one';
  }
  const ownWords = wordsOf(owner);
  if (left(small, ownWords) < LEAST_OF_ITS_OWN && left(small, []) >= LEAST_OF_ITS_OWN) {
    return 'is made of your name, your e-mail address or your company; choose something nobody would link with you';
  }
  if (Math.min(left(small, ownWords), left(letters, ownWords)) < LEAST_OF_ITS_OWN) {
    return 'is easy to guess: it repeats itself, follows the keyboard or is a common word; choose three or four unrelated words instead';
  }
  const once = small.replace(/^(.+?)\1+$/u, '$1');
  if ([...once].length < PASSWORD_MIN)
    return 'is a short text that is repeated; choose three or four unrelated words instead';
  if (isOneWord(once))
    return 'is a single word with digits or symbols before or after it; choose three or four unrelated words instead';
  return null;
}

/**
 * Whether the password is one word with digits or signs around it. An attacker guesses the digits and signs too, and
 * the word alone would be too short. Scripts in which a letter stands for a syllable or a word are not checked.
 */
function isOneWord(once: string): boolean {
  const word = once.replace(/^[\P{L}]+/u, '').replace(/[\P{L}]+$/u, '');
  return word.length < PASSWORD_MIN && /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(word);
}

/** Turns digits and signs that replace letters back into letters. */
function plain(text: string): string {
  const LETTERS: Record<string, string> = {
    0: 'o',
    1: 'l',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  return text.replaceAll(/[013457@$!]/g, (sign) => LETTERS[sign]!);
}

/** Parts of at least three letters: shorter ones are in half of all words. */
function wordsOf({ email, name, merchantName, brandNames }: PasswordOwner): string[] {
  return `${email} ${name ?? ''} ${merchantName} ${brandNames.join(' ')}`
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => [...word].length >= 3);
}

/** How many different characters are left. Signs that every keyboard has do not count. */
function left(password: string, ownWords: readonly string[]): number {
  let text = password;
  const words = [...COMMON_WORDS, ...ownWords].sort((a, b) => b.length - a.length);
  for (const word of words) text = text.replaceAll(word, ' ');
  text = text.replaceAll(/(19|20)\d\d/g, ' ');
  for (const run of runsIn(text)) text = text.replaceAll(run, ' ');
  // A repetition counts once: the second `abcd` of `abcdabcd` adds nothing.
  text = text.replaceAll(/(.+?)\1+/gu, '$1');
  return new Set(text.replaceAll(/[\s!-/:-@[-`{-~]/g, '')).size;
}

/** Pieces of three and more characters on a row, the longest first. */
function runsIn(text: string): string[] {
  const runs: string[] = [];
  for (let from = 0; from < text.length; from++) {
    for (let to = text.length; to - from >= 3; to--) {
      const piece = text.slice(from, to);
      if (!ROWS.some((row) => row.includes(piece))) continue;
      runs.push(piece);
      from = to - 1;
      break;
    }
  }
  return runs.sort((a, b) => b.length - a.length);
}
