// What agents read about what to note: as ever where the team asks for nothing in particular, and each choice in each text.
import { describe, expect, it } from 'vitest'
import { NOTE_DEFAULTS, type NoteChoices } from '../../../src/contract/guidelines/note-settings.ts'
import {
  instructionsText,
  noteSection,
  postObservationsText,
} from '../../../src/domain/guidelines/note-texts.ts'

const PRODUCT = { name: 'Ledger', about: null }

describe('the texts on what to note', () => {
  it('are by default what they have always been', () => {
    expect(noteSection(NOTE_DEFAULTS)).toBeNull()
    expect(postObservationsText(NOTE_DEFAULTS)).toBe(
      'Write down what you learned about the end user in this conversation: problems, wishes, confusion, delight. Send everything you have to say now in one call, one fact per item, each fact once. user_id, interaction_id, user_sentiment and observed_at describe the whole batch and do not go inside the items.',
    )
    expect(instructionsText(PRODUCT, NOTE_DEFAULTS)).toBe(
      'Fieldnote passes on to the team of Ledger what you learn about its users. At the start of a conversation call get_service_guidelines once, and follow it. Call post_observations, without being asked, whenever the user met a problem, missed something, was confused or was delighted: when that topic closes, not only at the end of the conversation. Where the guidelines speak of research, call get_active_studies before you ask a study’s question, and post_research_answer when the user has answered. If a call fails, carry on with the conversation.',
    )
  })

  it.each<[Partial<NoteChoices>, RegExp]>([
    [{ kinds: ['problem'] }, /Post only problems\.\*\* Leave out wishes, questions .* and delight/],
    [{ kinds: ['problem', 'praise'] }, /Post only problems and delight\./],
    [{ topics: ['exports', 'price\nlist'] }, /Look out for “exports”, “price list”\./],
    [{ avoid: ['salaries'] }, /Leave “salaries” alone\.\*\* Post nothing/],
    [{ ask_first: true }, /Ask first\.\*\* Before the first note of a conversation/],
  ])('say in the guidelines what was chosen and nothing else: %j', (chosen, words) => {
    const section = noteSection({ ...NOTE_DEFAULTS, ...chosen })

    expect(section).toMatch(words)
    expect(section?.match(/^- /gm)).toHaveLength(1)
  })

  it('say it in the tool and the instructions as well', () => {
    const chosen = { kinds: ['problem' as const], topics: ['exports'], avoid: ['salaries'], ask_first: true }

    const tool = postObservationsText(chosen)
    const instructions = instructionsText(PRODUCT, chosen)

    expect(tool).toContain('in this conversation: problems. Send')
    expect(tool).toMatch(
      /no other kinds of notes\. Look out for “exports”\. Post nothing about “salaries”\. Before/,
    )
    expect(instructions).toContain(
      'post_observations, once the user has agreed, whenever the user met a problem: when',
    )
    expect(instructions).toContain('Look out for “exports”. Post nothing about “salaries”.')
  })
})
