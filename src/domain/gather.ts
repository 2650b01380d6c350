// Batches concurrent lookups into one statement. None waits for others to join it: those that arrive during a batch
// form the next one.

const AT_ONCE = 2
const MOST = 500
/** So many start a batch at once, otherwise the end of the event loop's turn does. */
const ENOUGH = 32

type Asked<In, Out> = { question: In; settle(answer: Out): void; fail(error: unknown): void }

/** `answerAll` must answer in the order of the questions. */
export function gather<In, Out>(
  answerAll: (questions: In[]) => Promise<Out[]>,
): (question: In) => Promise<Out> {
  let waiting: Asked<In, Out>[] = []
  let underWay = 0
  let due = false

  const start = async (): Promise<void> => {
    if (underWay >= AT_ONCE || waiting.length === 0) return
    underWay++
    const together = waiting.slice(0, MOST)
    waiting = waiting.slice(MOST)
    try {
      const answers = await answerAll(together.map(({ question }) => question))
      for (const [place, { settle }] of together.entries()) settle(answers[place] as Out)
    } catch (error) {
      for (const { fail } of together) fail(error)
    }
    underWay--
    void start()
  }
  const schedule = () => {
    if (due) return
    due = true
    setImmediate(() => {
      due = false
      void start()
    })
  }
  return (question) =>
    new Promise((settle, fail) => {
      waiting.push({ question, settle, fail })
      if (waiting.length >= ENOUGH && underWay < AT_ONCE) void start()
      else schedule()
    })
}
