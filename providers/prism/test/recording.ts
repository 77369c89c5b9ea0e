// How a question to the library is found again in the recordings: ids that change from run to run are counted in the
// order in which they appear. Pure.
import { createHash } from 'node:crypto';

/** Addresses of returns, our references, and signatures of notifications. Forged signatures are zeros, which stay. */
const CHANGING =
  /(?<=\/return\/)[\w.-]{20,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?!0{64})[0-9a-f]{64}|http:\/\/127\.0\.0\.1:\d+/g;

/** `values`: what the places of the question stand for. */
export function asRecorded(question: object): { key: string; values: string[] } {
  const values: string[] = [];
  const text = JSON.stringify(question, (name, value) =>
    name === 'headers' && 'date' in value ? {} : value,
  ).replace(CHANGING, (found) => {
    if (!values.includes(found)) values.push(found);
    return `<${values.indexOf(found)}>`;
  });
  return { key: createHash('sha256').update(text).digest('hex').slice(0, 32), values };
}

export function blank(reply: object, values: readonly string[]): object {
  return JSON.parse(
    JSON.stringify(reply).replace(CHANGING, (found) => {
      const at = values.indexOf(found);
      return at < 0 ? found : `<${at}>`;
    }),
  );
}

export const filled = (reply: object, values: readonly string[]): object =>
  JSON.parse(JSON.stringify(reply).replace(/<(\d+)>/g, (place, at: string) => values[Number(at)] ?? place));
