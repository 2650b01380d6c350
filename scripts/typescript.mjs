// `node --import ./scripts/typescript.mjs` runs TypeScript as it stands in src, in worker threads too. Node 20 cannot by
// itself; the types are taken away by what bundles the console, without a file being written.
import { register } from 'node:module'

register('./typescript-hooks.mjs', import.meta.url)
