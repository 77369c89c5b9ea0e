// Behind which addresses a pooler stands, for the pools that are opened after the start has looked (pooler.ts). A pooler refuses
// parameters of the greeting that it does not know: ours travel with each transaction then (database.ts).

const pooled = new Set<string>();

export const notePooler = (databaseUrl: string): void => void pooled.add(databaseUrl);
export const isPooled = (databaseUrl: string): boolean => pooled.has(databaseUrl);
