// The client as npm packs it, installed in a folder of its own next to the SDKs that it has tools for.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { atEnd } from '../closings.ts'
import { ADMIN_TOKEN, type TestService } from '../service.ts'

export const execute = promisify(execFile)
export const REPOSITORY = resolve(import.meta.dirname, '../..')

const CLIENT = join(REPOSITORY, 'packages/client')
const SDKS = ['ai', '@openai/agents', '@langchain/core']

export type Packed = { folder: string; files: string[]; bytes: number }

export async function packClient(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnote-client-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const args = ['pack', '--json', '--pack-destination', folder]
  const { stdout } = await execute('npm', args, { cwd: copySources(folder) })
  const [{ filename, files, size }] = JSON.parse(stdout)
  const modules = join(folder, 'node_modules')
  const client = join(modules, '@fieldnote/client')
  mkdirSync(client, { recursive: true })
  await execute('tar', ['xzf', join(folder, filename), '-C', client, '--strip-components=1'])
  for (const name of SDKS) link(join(REPOSITORY, 'node_modules', name), join(modules, name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  return { folder, files: files.map(({ path }: { path: string }) => path), bytes: size }
}

/** Packing builds: in a copy, because two test files may do so at once. */
function copySources(folder: string): string {
  const copy = join(folder, 'source')
  const built = join(CLIENT, 'dist')
  cpSync(CLIENT, copy, { recursive: true, filter: (path) => path !== built })
  symlinkSync(join(REPOSITORY, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/** Runs a program in the folder, with what the README's examples read from the environment. */
export function runProgram(folder: string, name: string, text: string, service: TestService) {
  writeFileSync(join(folder, name), text)
  const { PATH = '' } = process.env
  const env = {
    PATH,
    FIELDNOTE_URL: service.url,
    FIELDNOTE_PROJECT_ID: service.projectId,
    FIELDNOTE_API_KEY: service.key,
    FIELDNOTE_TOKEN: ADMIN_TOKEN,
    OPENAI_AGENTS_DISABLE_TRACING: '1', // nothing leaves this machine
  }
  return execute(process.execPath, [name], { cwd: folder, env })
}
