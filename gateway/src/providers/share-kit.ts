// Gives every package the gateway's own copy of @tollgate/provider-kit, whatever the package has installed itself. So
// the package knows the options that were added at the start, its errors are those that the gateway knows, and a folder
// needs no node_modules for the kit.
import { registerHooks } from 'node:module';

const KIT = '@tollgate/provider-kit';
let isShared = false;

export function shareKit(): void {
  if (isShared) return;
  isShared = true;
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      specifier === KIT || specifier.startsWith(`${KIT}/`)
        ? nextResolve(specifier, { ...context, parentURL: import.meta.url })
        : nextResolve(specifier, context),
  });
}
