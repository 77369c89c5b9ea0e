// The building blocks of answer schemas: texts, times, and the fields that answers share with the record (contract 5).
import { type TSchema, Type } from 'typebox';
import { ERROR_CODE, PAYMENT_FIELDS } from '../../domain/records/record-fields.ts';
import type { Status as TransactionStatus } from '../../domain/transactions/transaction.ts';

export const string = (description: string) => Type.String({ description });
export const time = (description: string) => Type.String({ format: 'date-time', description });

export const Status = Type.Unsafe<TransactionStatus>(PAYMENT_FIELDS.status.schema as TSchema);
export const ErrorCode = Type.Unsafe<string>(ERROR_CODE as TSchema);
