// Validates bodies, queries and parameters: Fastify's own compiler of schemas (Ajv) with our rules. Compiling all
// schemas takes 300 ms, and most belong to rare calls. So the first request that needs a schema compiles it, in some
// milliseconds. Validation must never change a value.
import ajvCompiler from '@fastify/ajv-compiler';
import { FORMATS, KEYWORDS } from './formats.ts';

type Compilers = ReturnType<typeof ajvCompiler>;
type Judge = ReturnType<ReturnType<Compilers>>;

const OPTIONS: Parameters<Compilers>[1] = {
  customOptions: {
    // The signed body is the parsed one (contract 3), so validation must not change it.
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    allErrors: true,
    // JSON.parse turns 1e400 into Infinity, which is not allowed here.
    strictNumbers: true,
    allowUnionTypes: true,
    keywords: KEYWORDS,
  },
  // After the compiler's own formats, to replace them: its e-mail is ASCII only, its UUID may be a URN.
  onCreate: (ajv) => {
    for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, { type: 'string', validate });
  },
};

const compilers: Compilers = ajvCompiler();

/** For Fastify's `compilersFactory`. Several apps of one process share the compiled validators. */
export function buildValidator(named: Parameters<Compilers>[0]): ReturnType<Compilers> {
  const compile = compilers(named, OPTIONS);
  return (part) => {
    let judge: Judge | undefined;
    const judgeLater = ((value: unknown) => {
      judge ??= compile(part);
      const isRight = judge(value);
      judgeLater.errors = judge.errors;
      return isRight;
    }) as Judge;
    return judgeLater;
  };
}
