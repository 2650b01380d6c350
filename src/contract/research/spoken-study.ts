// A study's question as an agent might put it to a user: an example for the team, since every agent finds its own words.

/** The opening that the default guidelines give agents as an example. */
export const OPENING = 'May I ask you something for the team?'

/** Where a question speaks of users as others who do something: "What makes people export", "Why do users leave". */
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

/** Left as it is where it speaks of nobody else. */
function toTheUser(question: string): string {
  const addressed = question.replace(OF_USERS, '$1 you')
  if (addressed === question) return question
  return addressed.replace(
    /\b(?:they|them|their|theirs|themselves)\b/g,
    (word) => SECOND_PERSON.get(word) ?? word,
  )
}
