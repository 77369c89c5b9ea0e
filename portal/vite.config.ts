// How Vite makes the portal's page out of src: one script to begin with, one for each screen, with hashed names, and the
// manifest by which the gateway finds them. Called by build.ts alone. Addresses within are relative, so that the page works
// wherever the gateway is mounted.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  base: './',
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist',
    // build.ts writes.
    write: false,
    manifest: 'manifest.json',
    assetsDir: '',
    // Everything is a file of its own: the page's policy allows no font or script in an address.
    assetsInlineLimit: 0,
    // The document names what the first screen needs.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // Staff work on desktops and phones of the last two years.
    target: ['chrome120', 'edge120', 'firefox121', 'safari17'],
    rolldownOptions: { input: 'src/main.tsx' },
  },
});
