// The areas of the portal in the order of the rail: each adds its one line here, with the permission that opens it. An area is
// made in screens/<area>/area.ts. Only what exists is named.
import type { Area } from './area.ts';

export const AREAS = [] as const satisfies readonly Area[];
