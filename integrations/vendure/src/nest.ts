// Decorators of NestJS as calls: Node.js strips types, but no engine runs the syntax of decorators yet.
import { Inject } from '@nestjs/common';

// biome-ignore lint/suspicious/noExplicitAny: a class with any constructor
type Class = abstract new (...args: any[]) => unknown;

/** Which provider each parameter of the constructor gets. */
export function injected(target: Class, ...providers: readonly unknown[]): void {
  for (const [at, provider] of providers.entries()) Inject(provider as never)(target, undefined, at);
}

export function decorated(
  target: Class,
  method: string,
  decorators: readonly MethodDecorator[],
  parameters: readonly ParameterDecorator[],
): void {
  const { prototype } = target;
  for (const [at, decorator] of parameters.entries()) decorator(prototype, method, at);
  const descriptor = Object.getOwnPropertyDescriptor(prototype, method)!;
  for (const decorator of decorators) decorator(prototype, method, descriptor);
}
