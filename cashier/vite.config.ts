// How Vite makes the cashier's page out of src and styles: one script and one stylesheet with hashed names, and the
// manifest by which the gateway finds them. Called by build.ts alone; there is no development server, gallery.ts is it.

import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  base: '/assets/cashier/app/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: 'dist',
    // build.ts writes.
    write: false,
    manifest: 'manifest.json',
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    // What phones of the last three years have (January 2023).
    target: ['chrome109', 'edge109', 'firefox109', 'safari16'],
    rolldownOptions: { input: 'src/main.tsx' },
  },
});
