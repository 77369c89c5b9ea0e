// The part of bench/RESULTS.md that listing.ts writes, between two marks; run.ts leaves it where it is.
export function writeListingResults(_: unknown) {}
