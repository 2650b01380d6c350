// Builds the console into dist/console; `npm run console` serves it with live reload beside a running service.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVICE = 'http://127.0.0.1:4000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0, // data: addresses are not in the page's policy, except for pictures
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What most pages use comes in one file: left alone, the first load was sixty.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 5 }] } } },
  },
  server: { proxy: { '/api': SERVICE, '/v1': SERVICE, '/mcp': SERVICE, '/docs': SERVICE } },
})
