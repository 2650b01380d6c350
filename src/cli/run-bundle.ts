// What the built program loads first: it runs the bundle, which holds all else. What V8 compiled for a start is kept in files beside the
// bundle, so that the next start need not compile it again: a fifth of a restart (docs/adr/0024).
import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

type Modules = Map<string, { exports: unknown }>

/** By then a start is over, and what it needed is compiled. Commands do not take as long. */
const COMPILED_AFTER_MS = 10_000

export function runBundle(address: URL): void {
  run(fileURLToPath(address), new Map())
}

/** As `require` does; a script of the bundle names the others as its neighbors, everything else is Node's. */
function run(path: string, modules: Modules): unknown {
  const known = modules.get(path)
  if (known) return known.exports
  const module = { exports: {} }
  modules.set(path, module) // before it runs: the one that it needs may need this one
  const folder = dirname(path)
  const others = createRequire(path)
  const require = (name: string): unknown =>
    name.startsWith('./') ? run(join(folder, basename(name)), modules) : others(name)
  try {
    compiled(path)(module.exports, Object.assign(require, others), module, path, folder)
  } catch (error) {
    modules.delete(path) // half a module is none: where file descriptors ran out, the next call loads it again
    throw error
  }
  return module.exports
}

function compiled(path: string): (...scope: unknown[]) => void {
  const kept = keptFor(path)
  // Latin-1, which is all that a bundle is written in, takes half the memory and a tenth of the time of UTF-8.
  const code = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'latin1')}\n})`
  const script = new Script(code, { filename: path, cachedData: existing(kept) })
  if (script.cachedDataRejected !== false) setTimeout(() => keep(kept, script), COMPILED_AFTER_MS).unref()
  return script.runInThisContext()
}

/** Another release of Node, or another kind of processor, compiles to something else. */
const keptFor = (path: string): string => `${path}.${process.version}-${process.arch}.cache`

/** V8 does not look for damage in what it kept, and may crash of it. So a checksum stands before it. */
const CHECKSUM_BYTES = 4

function existing(path: string): Buffer | undefined {
  try {
    const file = readFileSync(path)
    const compiled = file.subarray(CHECKSUM_BYTES)
    return file.readUInt32BE() === crc32(compiled) ? compiled : undefined
  } catch {
    return undefined // there is none yet, or only the beginning of one
  }
}

/** Where the program may not write beside itself, each start compiles anew. */
async function keep(path: string, script: Script): Promise<void> {
  const unfinished = `${path}.${process.pid}`
  const compiled = script.createCachedData()
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32BE(crc32(compiled))
  try {
    await writeFile(unfinished, [checksum, compiled], { flush: true })
    await rename(unfinished, path)
  } catch {
    await rm(unfinished, { force: true }).catch(() => {})
  }
}
