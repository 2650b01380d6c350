// Posts that are stored are answered a few in each turn of the event loop, whichever group they were stored with: all at once, they
// would keep whoever calls meanwhile waiting.

/** A post whose outcome is known. */
export type Answer = { observations: number; give(): void }

/** `perTurn`: for how many observations answers are given in one turn. The first post of each group does not wait. */
export function answerInTurns(perTurn: () => number): (group: Answer[]) => void {
  let waiting: Answer[][] = []
  let left = perTurn()
  let due = false

  const give = ({ observations, give }: Answer) => {
    give()
    left -= observations
    if (due) return
    due = true
    setImmediate(turn)
  }
  const turn = () => {
    due = false
    left = perTurn()
    while (left > 0 && waiting.length > 0) {
      const groups = waiting
      waiting = []
      for (const group of groups) {
        if (left > 0) give(group.shift() as Answer)
        if (group.length > 0) waiting.push(group)
      }
    }
  }
  return (group) => {
    let given = 0
    for (const answer of group) {
      if (given > 0 && (left <= 0 || waiting.length > 0)) break
      give(answer)
      given++
    }
    if (given < group.length) waiting.push(group.slice(given))
  }
}
