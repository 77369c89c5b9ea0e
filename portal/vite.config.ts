// How Vite builds the portal's page from src: one script to begin with, one for each screen, with hashed names, and the
// manifest by which the gateway finds them. Addresses inside must be relative, so that the page works under any path of
// the gateway.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Code that this many files of the page use loads with the first screen, whichever it is. */
const MANY_SCREENS = 6;

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  base: './',
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist',
    // build.ts writes the files.
    write: false,
    manifest: 'manifest.json',
    assetsDir: '',
    // Every file stays a file: the page's policy allows no font or script in an address.
    assetsInlineLimit: 0,
    // The document names the files of the first screen.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    // Staff use desktops and phones of the last two years.
    target: ['chrome120', 'edge120', 'firefox121', 'safari17'],
    rolldownOptions: {
      input: 'src/main.tsx',
      output: {
        // Few files: over HTTP/1.1 a browser fetches six at a time, and each six cost a round trip. Code that all
        // screens need beside the frame is one file; code that some screens share is a few.
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 3 },
            { name: 'parts', minShareCount: MANY_SCREENS, priority: 2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 },
          ],
        },
        assetFileNames: ({ names }) => `${(names[0] ?? 'style').split(/[~.]/, 1)[0]}-[hash][extname]`,
        chunkFileNames: ({ name }) => `${name.split('~', 1)[0]}-[hash].js`,
      },
    },
  },
});
