// Runs one task at a time that may fail: it tells that the task runs, and keeps the message if it fails. It must not clear
// what was typed.
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

/** The gateway puts the field's name in front, which the form shows already. */
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
