// How bodies, queries and parameters are judged: Fastify's own compiler of schemas (Ajv) with our rules, for app.ts. Compiling all
// schemas takes 300 ms, and most of them belong to calls that a process is seldom asked for: each is compiled when the first
// request meets it, in some milliseconds. It must never change what it judges.
import ajvCompiler from '@fastify/ajv-compiler';
import { FORMATS, KEYWORDS } from './formats.ts';

type Compilers = ReturnType<typeof ajvCompiler>;
type Judge = ReturnType<ReturnType<Compilers>>;

const OPTIONS: Parameters<Compilers>[1] = {
  customOptions: {
    // What was signed is what was parsed (contract 3): validation must not change a body.
    coerceTypes: false,
    useDefaults: false,
    removeAdditional: false,
    allErrors: true,
    // Infinity, which JSON.parse makes of 1e400, is no number.
    strictNumbers: true,
    allowUnionTypes: true,
    keywords: KEYWORDS,
  },
  // After the compiler has added its own: its e-mail is ASCII only, its UUID may be a URN.
  onCreate: (ajv) => {
    for (const [name, validate] of Object.entries(FORMATS)) ajv.addFormat(name, { type: 'string', validate });
  },
};

const compilers: Compilers = ajvCompiler();

/** For Fastify's `compilersFactory`. Several apps of one process share what was compiled. */
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
