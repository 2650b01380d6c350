// The packed npm package, installed elsewhere with nothing but its own dependencies, works.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ready } from '../scripts/program.ts'
import { isPermissive, licensesOf } from '../scripts/release/licenses.mjs'
import { shrinkwrapOf } from '../scripts/release/shrinkwrap.mjs'
import { DOCUMENTS } from '../src/http/pages/documents.ts'
import { cleanUp, launch, newFolder, REPOSITORY, welcomeOf } from './cli/program.ts'
import { batch, type Loose, send } from './service.ts'

const execute = promisify(execFile)

describe('the packed package', () => {
  const folder = newFolder()
  const modules = join(folder, 'node_modules')
  const program = join(modules, '.bin', 'fieldnote')
  let contents: string[]
  beforeAll(async () => {
    // Without prepack: it builds anew, and other tests use the build at this moment.
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
    const { stdout } = await execute('npm', args, { cwd: REPOSITORY })
    const [packed] = JSON.parse(stdout)
    contents = packed.files.map(({ path }: { path: string }) => path)
    mkdirSync(join(modules, 'fieldnote'), { recursive: true })
    await execute('tar', [
      'xzf',
      join(folder, packed.filename),
      '-C',
      join(modules, 'fieldnote'),
      '--strip-components=1',
    ])
    installDependencies(modules)
  })
  afterAll(cleanUp)

  it('holds the program, its license and its README, and neither sources, source maps, what was compiled of it here, nor tests', () => {
    expect(contents).toEqual(expect.arrayContaining(['package.json', 'LICENSE', 'README.md', 'dist/main.js']))
    const migrations = readdirSync(join(REPOSITORY, 'src/db/migrations'), {
      recursive: true,
      encoding: 'utf8',
    })
    for (const file of migrations.filter((path) => path.endsWith('.sql')))
      expect(contents).toContain(`dist/db/migrations/${file}`)
    expect(contents).toEqual(
      expect.arrayContaining([
        ...['dist/docs/swagger-ui-bundle.js', 'dist/docs/swagger-ui.css'],
        ...DOCUMENTS.flatMap(({ file }) => [
          `dist/docs/${file}`,
          `dist/docs/${file.replace('.md', '.html')}`,
        ]),
      ]),
    )
    expect(contents.filter((path) => !/^(dist\/|[^/]+$)/.test(path))).toEqual([])
    expect(contents.filter((path) => /\.ts$|\.map$|\.cache|\/\./.test(path))).toEqual([])
  })

  it('explains itself', async () => {
    const { stdout } = await execute(program, ['--help'], { cwd: folder })

    expect(stdout).toContain('Usage: fieldnote')
  })

  it('tells the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'))

    expect((await execute(program, ['--version'], { cwd: folder })).stdout.trim()).toBe(version)
  })

  it('serves, with its data folder and its docs', async () => {
    const service = await ready(
      launch({ command: program, args: ['serve'], env: { PORT: '0' }, cwd: folder }),
    )

    const { projectId, apiKey } = welcomeOf(service)
    const url = `${service.url}/v1/project/${projectId}/observations/`
    expect((await send(url, 'POST', batch(), { 'X-Api-Key': apiKey })).status).toBe(201)
    for (const path of [
      '/docs',
      '/docs/start/quickstart',
      '/docs/search.json',
      '/docs/api',
      '/docs/swagger-ui-bundle.js',
      '/docs/SKILL.md',
      '/llms.txt',
      '/openapi.json',
    ])
      expect((await send(service.url + path, 'GET')).status).toBe(200)
    expect(existsSync(join(folder, 'data'))).toBe(true)
    expect((await service.stop()).code).toBe(0)
  })
})

describe('what the package is installed with', () => {
  const lock = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8'))
  const { packages } = shrinkwrapOf(lock) as { packages: Record<string, Loose> }
  const manifest = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'))

  it('is what was tested, because a shrinkwrap is packed with it', () => {
    expect(manifest.files).toContain('npm-shrinkwrap.json')
    expect(manifest.scripts.prepack).toContain('scripts/release/shrinkwrap.mjs')
    for (const name of Object.keys(manifest.dependencies))
      expect(packages[`node_modules/${name}`]).toMatchObject({ version: expect.any(String) })
    expect(packages).not.toHaveProperty('node_modules/vitest')
    expect(Object.keys(packages).length).toBeLessThan(150)
  })

  it('runs on the oldest Node that is promised', () => {
    const engines = Object.entries(packages).map(([path, { engines }]) => [path, engines?.node ?? '*'])
    const refusing = engines.filter(([, node]) => !takesNode20(node))

    expect(refusing).toEqual([])
  })

  it('names no registry: everybody has their own', () => {
    expect(JSON.stringify(packages)).not.toContain('"resolved"')
  })
})

/** Whether a range such as `^18 || >=20.1` holds 20.19. */
const takesNode20 = (range: string): boolean =>
  range.split('||').some((part) =>
    part
      .trim()
      .replaceAll(/([<>=^~]) +/g, '$1')
      .split(/\s+/)
      .every((term) => {
        const [, sign = '', major = '', minor = '0'] = /^v?([<>=^~]*)v?(\d+)(?:\.(\d+))?/.exec(term) ?? []
        const given = Number(major) * 1000 + (sign === '' ? 19 : Number(minor))
        if (term === '*') return true
        if (sign.startsWith('<')) return given > 20_019
        return sign.startsWith('>') ? given <= 20_019 : Number(major) === 20 && given <= 20_019
      }),
  )

/** What `npm install` would fetch, linked instead: the lock file's packages that are not for development only. */
function installDependencies(modules: string): void {
  const lock = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8'))
  const wanted = Object.entries<{ dev?: boolean; devOptional?: boolean }>(lock.packages).filter(
    ([path, { dev, devOptional }]) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) &&
      !dev &&
      !devOptional &&
      existsSync(join(REPOSITORY, path)),
  )
  for (const [path] of wanted) {
    const link = join(modules, path.replace('node_modules/', ''))
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(REPOSITORY, path), link)
  }
  const main = join(modules, 'fieldnote/dist/main.js')
  chmodSync(main, 0o755) // as npm does with a package's programs
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync(main, join(modules, '.bin', 'fieldnote'))
}

describe('what an install gets', () => {
  it('has permissive licenses only: anybody may use it in any product', () => {
    const packages = licensesOf(JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')))

    expect(packages.length).toBeGreaterThan(50)
    expect(packages.filter(({ license }) => !isPermissive(license))).toEqual([])
  })

  it.each([
    ['GPL-3.0-only', false],
    ['unknown', false],
    ['MIT AND GPL-2.0', false],
    ['(MIT OR GPL-2.0)', true],
    ['Apache-2.0', true],
  ])('may be under %s: %s', (license, expected) => {
    expect(isPermissive(license)).toBe(expected)
  })
})
