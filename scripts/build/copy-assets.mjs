// Copies what the program needs and TypeScript does not make: migrations, weights, the API reference's own files, and the
// documents that the service serves.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'

const require = createRequire(import.meta.url)

export function copyAssets(target) {
  const filter = (path) => statSync(path).isDirectory() || !path.endsWith('.ts')
  rmSync(join(target, 'db/migrations'), { recursive: true, force: true }) // one that moved would be there twice
  cpSync('src', target, { recursive: true, filter })
  mkdirSync(join(target, 'docs'), { recursive: true })
  const swaggerUi = join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static')
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    cpSync(join(swaggerUi, file), join(target, 'docs', file))
  copyDocuments(join(target, 'docs'))
}

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'))
const REPOSITORY = repository.url.replace(/^git\+|\.git$/g, '')

function copyDocuments(target) {
  const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  const served = files.filter((file) => file.endsWith('.md') && !file.startsWith('adr/'))
  for (const file of served) {
    mkdirSync(join(target, dirname(file)), { recursive: true })
    writeFileSync(join(target, file), withoutDeadLinks(file, served))
  }
}

/** Links to files that are not served lead to the repository. */
function withoutDeadLinks(document, served) {
  const text = readFileSync(join('docs', document), 'utf8')
  return text.replace(/\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)/g, (link, path, anchor = '') => {
    const file = posix.join(dirname(document), path)
    return served.includes(file) ? link : `](${REPOSITORY}/blob/main/${posix.join('docs', file)}${anchor})`
  })
}
