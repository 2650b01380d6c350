// The entry of the built program: runs the bundle that contains everything else. V8's compiled code is kept in files
// beside the bundle, so that the next start need not compile it again (docs/adr/0024).
import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

type Modules = Map<string, { exports: unknown }>

/** A start is complete by then. Commands do not take as long. */
const COMPILED_AFTER_MS = 10_000

export function runBundle(address: URL): void {
  run(fileURLToPath(address), new Map())
}

/** Like `require`: scripts of the bundle name each other as neighbors; everything else is Node's. */
function run(path: string, modules: Modules): unknown {
  const loaded = modules.get(path)
  if (loaded) return loaded.exports
  const module = { exports: {} }
  modules.set(path, module) // before it runs, because modules may need each other
  const folder = dirname(path)
  const others = createRequire(path)
  const require = (name: string): unknown =>
    name.startsWith('./') ? run(join(folder, basename(name)), modules) : others(name)
  try {
    compiled(path)(module.exports, Object.assign(require, others), module, path, folder)
  } catch (error) {
    modules.delete(path) // drops the partial module; the next call loads it again
    throw error
  }
  return module.exports
}

function compiled(path: string): (...scope: unknown[]) => void {
  const cachePath = cachePathOf(path)
  // The bundle contains only Latin-1, which takes half the memory and a tenth of the time of UTF-8.
  const code = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'latin1')}\n})`
  const script = new Script(code, { filename: path, cachedData: readCache(cachePath) })
  if (script.cachedDataRejected !== false)
    setTimeout(() => writeCache(cachePath, script), COMPILED_AFTER_MS).unref()
  return script.runInThisContext()
}

/** Compiled code depends on the release of Node and the processor's architecture. */
const cachePathOf = (path: string): string => `${path}.${process.version}-${process.arch}.cache`

/** V8 does not detect damaged data and may crash on it, so a checksum precedes it. */
const CHECKSUM_BYTES = 4

function readCache(path: string): Buffer | undefined {
  try {
    const file = readFileSync(path)
    const compiled = file.subarray(CHECKSUM_BYTES)
    return file.readUInt32BE() === crc32(compiled) ? compiled : undefined
  } catch {
    return undefined // missing, or incomplete
  }
}

/** If the folder is read-only, each start compiles again. */
async function writeCache(path: string, script: Script): Promise<void> {
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
