// The library links of the npm package. npm 11 does not run the install script that would make them.
import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { codeOf } from './error.ts'

export async function repairLinks(native: string): Promise<void> {
  for (const { source, target } of await listLinks(native)) {
    // The package lists paths from its own root, which is the parent of `native`.
    const link = join(dirname(native), target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), link).catch(ignoreExisting)
  }
  await makeExecutable(join(native, 'bin'))
}

async function listLinks(native: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return JSON.parse(text)
}

async function makeExecutable(bin: string): Promise<void> {
  if (process.platform === 'win32') return
  for (const name of await readdir(bin)) {
    const { mode } = await stat(join(bin, name))
    if ((mode & 0o100) === 0) await chmod(join(bin, name), 0o755)
  }
}

// Another process is repairing at the same time.
function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error
}
