// Clock and ids of a past moment, for data stored as if it had arrived then.
import type { Deps } from '../domain/deps.ts'

/** The same dependencies at that time. */
export const at = <D extends Pick<Deps, 'now' | 'newId'>>(deps: D, moment: Date): D => ({
  ...deps,
  now: () => new Date(moment),
  newId: () => idAt(deps.newId(), moment),
})

/** A UUIDv7 begins with its milliseconds, so lists that sort by id sort by that time. */
function idAt(id: string, moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`
}
