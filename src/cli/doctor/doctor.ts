// The command `doctor`: checks an installation and says what is wrong and what to do. It changes nothing.
import { type Config, ConfigError } from '../../config.ts'
import { type Output, print } from '../output.ts'
import { checkDatabase } from './check-database.ts'
import { checkMachine } from './check-machine.ts'
import { checkNetwork } from './check-network.ts'
import { checkSettings } from './check-settings.ts'
import { type Finding, wrong } from './finding.ts'

/** True when nothing is wrong. */
export async function doctor(load: () => Config, output: Output): Promise<boolean> {
  const findings = await examine(load)
  print(findings, ['verdict', 'about', 'says'], output)
  return findings.every(({ verdict }) => verdict !== 'wrong')
}

export async function examine(load: () => Config): Promise<Finding[]> {
  let config: Config
  try {
    config = load()
  } catch (error) {
    if (error instanceof ConfigError) return [wrong('settings', error.message)]
    throw error
  }
  const machine = checkMachine(config)
  const parts = await Promise.all([checkDatabase(config), checkNetwork(config)])
  return [...machine, ...checkSettings(config), ...parts.flat()]
}
