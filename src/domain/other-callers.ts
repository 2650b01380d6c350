// Whether more than one project calls. Short turns cost a flood some of its throughput: where it is alone, nobody gains by that.

/** For how long after its last request a project counts as one that calls. */
export const SEEN_MS = 10_000

export type OtherCallers = {
  note(projectId: string): void
  call(): boolean
}

export function watchOtherCallers(seenMs = SEEN_MS): OtherCallers {
  let [last, lastAt, until]: [string | undefined, number, number] = [undefined, 0, 0]
  return {
    note(projectId) {
      if (last !== undefined && projectId !== last) until = lastAt + seenMs
      last = projectId
      lastAt = performance.now()
    },
    call: () => performance.now() < until,
  }
}
