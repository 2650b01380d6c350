// How the console is built, by scripts/build/build.mjs; scripts/dev.mjs serves it with hot reload, in front of a running service.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // Not in this folder: what is new in it makes the build look older than its sources, and it was built once more.
  cacheDir: '../node_modules/.vite-console',
  plugins: [react()],
  build: {
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0, // data: addresses are not in the page's policy, except for pictures
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000, // kB before compression; `npm run bench:console` holds the budget of each page
    // What most pages use comes in one file: left alone, the first load was sixty. Lists of any length are on few enough.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 7, test: /^(?!.*virtual)/ }] } },
    },
  },
})
