// The building blocks of answer schemas: texts, times, and fields that are null without a value (contract 5).
import { Type } from 'typebox';
import { choice } from './schema-fields.ts';

const STATUSES = ['INIT', 'PENDING', 'PROCESSING', 'COMPLETED', 'DECLINED', 'ERROR'] as const;
export const RESULT_TYPES = [
  'success',
  'redirect',
  'declined',
  'error',
  'form',
  'qrcode',
  'receipt',
  'info',
  'barcode',
  'fawry',
  'mobile',
] as const; // prettier-ignore

export const string = (description: string) => Type.String({ description });
export const time = (description: string) => Type.String({ format: 'date-time', description });
export const Status = choice(
  STATUSES,
  'COMPLETED, DECLINED and ERROR are final; only COMPLETED is success.', // Spec 3
);
/** Contract 9 lists them. */
export const ErrorCode = string('The error code, four digits. The guide lists all error codes.');
