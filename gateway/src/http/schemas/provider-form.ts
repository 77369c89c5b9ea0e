// Reads the `formData` of a form result (contract 6) for the pages that show it. It must not trust stored data of a
// provider: it takes only http and https addresses.
import type { Transaction } from '../../domain/transactions/transaction.ts';

interface ProviderFormField {
  name: string;
  label: string;
  hidden: boolean;
  /** '': the payer fills it in. */
  value: string;
  required: boolean;
}

export interface ProviderForm {
  url: string;
  method: 'GET' | 'POST';
  fields: ProviderFormField[];
}

export function providerFormOf({
  resultType,
  result,
}: Pick<Transaction, 'resultType' | 'result'>): ProviderForm | null {
  if (resultType !== 'form' || !isObject(result?.formData)) return null;
  const { url, method, fields } = result.formData;
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return null;
  return {
    url,
    method: method === 'GET' ? 'GET' : 'POST',
    fields: Array.isArray(fields) ? fields.filter(isObject).map(fieldOf) : [],
  };
}

function fieldOf(field: Record<string, unknown>): ProviderFormField {
  const name = String(field.name);
  const { label, type, value, required } = field;
  return {
    name,
    label: typeof label === 'string' && label !== '' ? label : name,
    hidden: type === 'hidden',
    value: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    required: required === true,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
