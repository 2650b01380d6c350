// Puts a finished build where the one before was. Of several builds in one checkout, each writes to a folder of its own and the
// last one done stays; nobody finds half of one.
import { renameSync, rmSync } from 'node:fs'

export function moveIntoPlace(built, place) {
  const before = `${built}.before`
  do {
    unless('ENOENT', () => renameSync(place, before))
    rmSync(before, { recursive: true, force: true })
  } while (!unless('ENOTEMPTY', () => renameSync(built, place)))
}

/** False where it fails because another build was there in between. */
function unless(code, move) {
  try {
    move()
    return true
  } catch (error) {
    if (error.code !== code) throw error
    return false
  }
}
