// Loaded before the program of a gateway that the fault suite starts (node --import). It hands the gateway the bank's
// sandbox instead of its own, and may shift the clock of the process. The program itself is the real one.
import { registerHooks } from 'node:module';

const REMOTE = new URL('./remote-sandbox.ts', import.meta.url).href;
const OFFSET_MS = Number(process.env.FAULTS_CLOCK_OFFSET_MS ?? 0);

registerHooks({
  resolve(specifier, context, nextResolve) {
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
