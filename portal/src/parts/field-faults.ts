// What the gateway says of a form's fields, beside each of them: "amount: must be …" becomes the amount's own words. What names no
// field of the form is said for the form as a whole: `setFaults(faultsOf(error, names))`.
import { ApiError } from '../api/client.ts';
import { sentences } from './format.ts';

export interface FormFaults {
  fields: Readonly<Record<string, string>>;
  whole: string | null;
}

export const NO_FAULTS: FormFaults = { fields: {}, whole: null };

export function faultsOf(error: unknown, names: readonly string[]): FormFaults {
  if (!(error instanceof ApiError) || error.status !== 400)
    return { fields: {}, whole: (error as Error).message };
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const message of [error.answer.message].flat().map(String)) {
    const [, path = '', said = ''] = /^([\w.]+): (.+)$/s.exec(message) ?? [];
    const name = path.replace(/^(paymentData|body)\./, '');
    if (names.includes(name)) fields[name] ??= sentences(said);
    else others.push(message);
  }
  return { fields, whole: others.length > 0 ? others.join('. ') : null };
}
