// Copies what the program needs and TypeScript does not make: migrations, weights, and the API reference's own files.
import { cpSync, mkdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

export function copyAssets(target) {
  const filter = (path) => statSync(path).isDirectory() || !path.endsWith('.ts')
  cpSync('src', target, { recursive: true, filter })
  mkdirSync(join(target, 'docs'), { recursive: true })
  const swaggerUi = join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static')
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    cpSync(join(swaggerUi, file), join(target, 'docs', file))
}
