// Loaded before the program of a gateway that the fault suite starts (node --import). It gives the gateway the bank's
// sandbox instead of its own, and may shift the clock of the process. The program itself is the real one, or another
// release's.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const REMOTE = new URL('./remote-sandbox.ts', import.meta.url).href;
/** The started program's sources: this tree's, a mutant's or a former release's. */
const SOURCES = new URL('.', pathToFileURL(process.argv[1]!));
const OFFSET_MS = Number(process.env.FAULTS_CLOCK_OFFSET_MS ?? 0);

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (context.parentURL === REMOTE && specifier.startsWith('../../../src/'))
      return nextResolve(new URL(specifier.slice('../../../src/'.length), SOURCES).href, context);
    const found = nextResolve(specifier, context);
    const wanted =
      found.url.endsWith('/src/providers/sandbox/sandbox.ts') &&
      context.parentURL?.endsWith('/src/providers/registry.ts');
    return wanted ? { ...found, url: REMOTE } : found;
  },
});

if (OFFSET_MS !== 0) {
  const RealDate = Date;
  const shifted = () => RealDate.now() + OFFSET_MS;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(
        target,
        args.length === 0 ? [shifted()] : args,
        newTarget === shiftedDate ? target : newTarget,
      ),
    apply: (target) => new target(shifted()).toString(),
    get: (target, name) => (name === 'now' ? shifted : Reflect.get(target, name)),
  });
}
const shiftedDate = globalThis.Date;
