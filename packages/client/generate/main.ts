// npm run client:generate — writes what the client and the console generate from the service's OpenAPI document.
import { writeFileSync } from 'node:fs'
import { formatted } from '../../../scripts/formatted.mjs'
import { describeApi } from '../../../src/app.ts'
import { type ApiDocument, generatedFiles } from './files.ts'

// No file names the address of a service, so any will do.
const document = describeApi('http://127.0.0.1') as ApiDocument
const repository = new URL('../../../', import.meta.url)
for (const [name, text] of Object.entries(generatedFiles(document)))
  writeFileSync(new URL(name, repository), formatted(name, text))
