// Compiles src to dist, builds the console, and copies what is not TypeScript: the migrations, the digest's weights
// and the API reference's script.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const require = createRequire(import.meta.url)

rmSync('dist', { recursive: true, force: true })
const tsc = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (tsc.status !== 0) process.exit(tsc.status ?? 1)

await buildConsole()

if (existsSync('src/db/migrations')) cpSync('src/db/migrations', 'dist/db/migrations', { recursive: true })
const digestFiles = readdirSync('src/digest', { recursive: true, encoding: 'utf8' })
for (const file of digestFiles.filter((name) => name.endsWith('.bin')))
  cpSync(join('src/digest', file), join('dist/digest', file))
mkdirSync('dist/docs', { recursive: true })
const swaggerUi = join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static')
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
  cpSync(join(swaggerUi, file), join('dist/docs', file))

for (const folder of ['dist/console', 'dist/docs']) compress(folder)

async function buildConsole() {
  const { build } = await import('vite')
  await build({ configFile: 'console/vite.config.ts', logLevel: 'warn' })
}

/** A Brotli copy next to each file, so that serving costs nothing. */
function compress(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => ['.js', '.css', '.svg'].includes(extname(name)))) {
    const path = join(folder, file)
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
  }
}
