// Runs one task at a time that may fail: it tells that the task runs, and keeps the message if it fails. It must not clear
// what was typed.
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
