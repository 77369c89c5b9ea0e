// The addresses that have a pooler in front, for the pools that open after the start has looked (pooler.ts). A pooler
// refuses greeting parameters that it does not know, so ours then travel with each transaction (database.ts).

const pooled = new Set<string>();

export const notePooler = (databaseUrl: string): void => void pooled.add(databaseUrl);
export const isPooled = (databaseUrl: string): boolean => pooled.has(databaseUrl);
