// One thing at a time that may fail: runs it, says that it runs, keeps the sentence of what went wrong. For forms of sign-in and
// account. What was typed stays.
import { useState } from 'react';
import { sentences } from './format.ts';

export function useTask() {
  const [running, setRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function run(work: () => Promise<unknown>): Promise<void> {
    setRunning(true);
    setFault(null);
    try {
      await work();
    } catch (error) {
      setFault(sentenceOf((error as Error).message));
    } finally {
      setRunning(false);
    }
  }
  return { running, fault, run, setFault };
}

/** The gateway names the field in front, which the form shows by itself. */
function sentenceOf(message: string): string {
  return sentences(message.replace(/^(\w+): /, (_, field: string) => FIELDS[field] ?? `${field} `));
}

const FIELDS: Record<string, string> = {
  password: 'This password ',
  newPassword: 'The new password ',
  code: 'This code ',
  email: 'E-mail: ',
  name: 'The name ',
  response: '',
};
