export const SLOW_MS=5e3;
