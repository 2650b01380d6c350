// Copies what the program needs and TypeScript does not make: migrations, weights, the API reference's own files, and the
// documentation.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { writeSite } from './docs/site.mjs'

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
  for (const file of ['site.css', 'site.js']) cpSync(join('scripts/build/docs', file), join(target, file))
  cpSync('docs/images', join(target, 'images'), { recursive: true })
  const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  const served = files.filter((file) => /\.(md|png)$/.test(file) && !file.startsWith('adr/'))
  const read = (file) => withoutDeadLinks(file, served)
  writeSite(target, read)
  for (const file of served.filter((name) => name.endsWith('.md')))
    writeFileSync(join(target, file), read(file))
}

/** Links to files that are not served lead to the repository. */
function withoutDeadLinks(document, served) {
  const text = readFileSync(join('docs', document), 'utf8')
  return text.replace(/\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)/g, (link, path, anchor = '') => {
    const file = posix.join(dirname(document), path)
    return served.includes(file) ? link : `](${REPOSITORY}/blob/main/${posix.join('docs', file)}${anchor})`
  })
}
