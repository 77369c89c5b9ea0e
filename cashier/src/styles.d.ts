// Tells TypeScript that a stylesheet may be imported; Vite takes it out of the script.
declare module '*.css';
