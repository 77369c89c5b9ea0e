// The small schemas of answers about transactions. They document and type; they must never validate an answer.
import { Type } from 'typebox';

export const said = (description: string) => Type.String({ description });
export const money = (description: string) =>
  Type.Number({ description: `${description} In units of the currency.` });
export const moment = (description: string) => Type.String({ format: 'date-time', description });
export const count = (description: string) => Type.Integer({ description });
