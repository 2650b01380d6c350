// Whether more than one project calls. Short turns cost a flood some of its throughput: where it is alone, nobody gains by that.

/** For how long after its last request a project counts as one that calls. */
export const SEEN_MS = 10_000

export type OtherCallers = {
  note(projectId: string): void
  call(): boolean
}

export function watchOtherCallers(seenMs = SEEN_MS): OtherCallers {
  let [last, until]: [string | undefined, number] = [undefined, 0]
  return {
    note(projectId) {
      if (projectId === last) return
      if (last !== undefined) until = performance.now() + seenMs
      last = projectId
    },
    call: () => performance.now() < until,
  }
}
