// Text of any code points, also of those that nobody types. fast-check's own `unit: 'binary'` first makes a table of a
// million code points, which takes a processor four seconds in each file.
import fc from 'fast-check';

const SURROGATES = 0xd800;
const HOW_MANY_SURROGATES = 0x800;
const MOST = 0x10ffff;

const codePoint = fc
  .integer({ min: 0, max: MOST - HOW_MANY_SURROGATES })
  .map((n) => String.fromCodePoint(n < SURROGATES ? n : n + HOW_MANY_SURROGATES));

export const anyText = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: codePoint, maxLength });
