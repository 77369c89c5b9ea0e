// The areas that a role may open, in the order of the rail.
import { type Area, listedFor } from './area.ts';
import { AREAS } from './screens.ts';

export const areasFor = (permissions: readonly string[]): readonly Area[] =>
  AREAS.filter(({ screens }) => listedFor(screens, permissions).length > 0);

/** The letter after G that goes to the area. */
export const keyOf = (label: string): string => label.slice(0, 1).toLowerCase();
