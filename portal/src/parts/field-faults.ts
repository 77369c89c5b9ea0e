// Shows the gateway's faults beside the fields of a form: "amount: must be …" becomes the fault of the amount. A fault
// that names no field of the form belongs to the whole form: `setFaults(faultsOf(error, names))`.
import { ApiError } from '../api/client.ts';
import { faultText } from './fault-text.ts';
import { sentences } from './format.ts';

export interface FormFaults {
  fields: Readonly<Record<string, string>>;
  whole: string | null;
}

export const NO_FAULTS: FormFaults = { fields: {}, whole: null };

export function faultsOf(error: unknown, names: readonly string[]): FormFaults {
  if (!(error instanceof ApiError) || error.status !== 400)
    return { fields: {}, whole: faultText((error as Error).message) };
  const fields: Record<string, string> = {};
  const others: string[] = [];
  for (const message of [error.answer.message].flat().map(String)) {
    const [, path = '', said = ''] = /^([\w.]+): (.+)$/s.exec(message) ?? [];
    // A fault of one entry of a list belongs to the field of the list.
    const name = path.replace(/^(paymentData|body)\./, '').replace(/\.\d+$/, '');
    if (names.includes(name)) fields[name] ??= sentences(said);
    else others.push(message);
  }
  return { fields, whole: others.length > 0 ? others.map(faultText).join(' ') : null };
}
