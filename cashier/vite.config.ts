// How Vite builds the cashier's page from src and styles: one script and one stylesheet with hashed names, and the
// manifest by which the gateway finds them. There is no development server; gallery.ts takes its place.

import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  base: '/assets/cashier/app/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: 'dist',
    // build.ts writes the files.
    write: false,
    manifest: 'manifest.json',
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    // The browsers of phones of the last three years (January 2023).
    target: ['chrome109', 'edge109', 'firefox109', 'safari16'],
    rolldownOptions: { input: 'src/main.tsx' },
  },
});
