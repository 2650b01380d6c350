import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { iconsFile } from '../../scripts/console/icons.mjs'
import { REPOSITORY } from '../cli/program.ts'

it('the icons that the console imports are those in its file; otherwise: npm run console:icons', () => {
  expect(readFileSync(join(REPOSITORY, 'console/src/icons/tabler.ts'), 'utf8')).toBe(iconsFile())
})
