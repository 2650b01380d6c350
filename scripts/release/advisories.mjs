// npm run advisories: known weaknesses in what an install gets, by the registry's list. 0: none; 1: some; 2: the registry could not
// be asked, so nothing was checked.
import { spawnSync } from 'node:child_process'
import { exit } from 'node:process'

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
const found = read(stdout)
if (!found) {
  console.log('NOT CHECKED: the registry could not be asked for advisories. Nothing is known either way.')
  exit(2)
}
for (const { name, severity, range, via } of Object.values(found))
  console.log(`${severity}: ${name} ${range}: ${via.map((one) => one.title ?? `by ${one}`).join('; ')}`)
const count = Object.keys(found).length
console.log(count === 0 ? 'No known advisories.' : `Packages with known advisories: ${count}.`)
exit(count === 0 ? 0 : 1)

function read(text) {
  try {
    return JSON.parse(text).vulnerabilities
  } catch {
    return undefined
  }
}
