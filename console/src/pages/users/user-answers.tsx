// A user's answers to studies.
import type { EndUser } from '../../../../src/contract/users/users.ts'
import { ShowMore } from '../../components/lists/show-more.tsx'
import { Panel } from '../../components/panel.tsx'
import { AnswerBrief } from '../../components/research/answer-brief.tsx'
import { Failed, Rows } from '../../components/states.tsx'
import { plural } from '../../format.ts'
import { useList } from '../../queries.ts'

const AT_A_TIME = 5

export function UserAnswers({ user }: { user: EndUser }) {
  const answers = useList(['users', user.user_id, 'answers'], { limit: AT_A_TIME })
  return (
    <Panel title="Answers" about={plural(user.answer_count, 'answer')}>
      {answers.isPending && !answers.error && <Rows count={2} height={64} />}
      {answers.items.map((answer) => (
        <AnswerBrief key={answer.id} answer={answer} />
      ))}
      {answers.error && <Failed error={answers.error} retry={() => void answers.refetch()} />}
      {!answers.error && <ShowMore of={answers} />}
    </Panel>
  )
}
