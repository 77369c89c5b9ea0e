// Runs one task at a time that may fail. It tells whether the task is running, and keeps the message of a failure. It
// must not clear the user's input.
import { useState } from 'react';
import { faultText } from './fault-text.ts';

export function useTask() {
  const [running, setRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function run(work: () => Promise<unknown>): Promise<void> {
    setRunning(true);
    setFault(null);
    try {
      await work();
    } catch (error) {
      setFault(faultText((error as Error).message));
    } finally {
      setRunning(false);
    }
  }
  return { running, fault, run, setFault };
}
