// A study's question as an agent might ask it: an example for the team, because every agent phrases it differently.

/** The opening that the default guidelines suggest to agents. */
export const OPENING = 'May I ask you something for the team?'

/** Where a question speaks of users in the third person: "What makes people export", "Why do users leave". */
const OF_USERS =
  /\b(do|did|are|were|have|would|can|could|should|will|might|makes?|made|stops?|stopped|keeps?|kept|leads?|led|drives?|drove|brings?|brought|helps?|helped) (?:our |the |your )?(?:people|users|customers)\b/gi

const SECOND_PERSON = new Map<string, string>(
  Object.entries({
    they: 'you',
    them: 'you',
    their: 'your',
    theirs: 'yours',
    themselves: 'yourself',
  }),
)

export const spokenStudy = (question: string): string => `${OPENING} ${toTheUser(question.trim())}`

/** Unchanged when the question speaks of nobody else. */
function toTheUser(question: string): string {
  const addressed = question.replace(OF_USERS, '$1 you')
  if (addressed === question) return question
  return addressed.replace(
    /\b(?:they|them|their|theirs|themselves)\b/g,
    (word) => SECOND_PERSON.get(word) ?? word,
  )
}
