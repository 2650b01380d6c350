// Every MCP tool of the agents' endpoint on one page.

import { Guidelines } from '../contract/guidelines/guidelines.ts'
import { NOTE_DEFAULTS, type NoteChoices } from '../contract/guidelines/note-settings.ts'
import { IdempotencyKey } from '../contract/idempotency.ts'
import {
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
  observationBatchViolations,
} from '../contract/observations/observations.ts'
import { refuseInvalid, type Violation } from '../contract/refusal.ts'
import {
  ActiveStudies,
  ActiveStudiesQuery,
  ResearchAnswerCreate,
  ResearchAnswerCreated,
} from '../contract/research/research.ts'
import { AnyText, type Infer, ObjectOf, Optional, WholeNumber } from '../contract/schema.ts'
import { checker } from '../contract/validate.ts'
import { getInstructions } from '../domain/guidelines/get-instructions.ts'
import { getServiceGuidelines } from '../domain/guidelines/get-service-guidelines.ts'
import { postObservationsText } from '../domain/guidelines/note-texts.ts'
import { postObservations } from '../domain/observations/post-observations.ts'
import { getActiveStudiesByIndex } from '../domain/research/get-active-studies.ts'
import { postResearchAnswer } from '../domain/research/post-research-answer.ts'
import type { McpEndpoint } from './call-tool.ts'
import { ADDS, READS, type Tool, type ToolContext } from './tool.ts'

const GuidelinesInput = ObjectOf({
  user_id: Optional(
    AnyText({
      description: 'The end user you talk to. Pass it when you have a stable identifier; it changes nothing.',
    }),
  ),
})
const guidelinesInput = checker(GuidelinesInput, 'body')

const getServiceGuidelinesTool: Tool = {
  name: 'get_service_guidelines',
  title: 'Read the guidelines',
  description:
    'Read how this product team wants observations and research answers to be written. Call it once at the start of each conversation, before any other tool here, follow what it says, and do not call it again.',
  searchHint: 'how and when to write down user feedback; read first',
  inputSchema: GuidelinesInput,
  outputSchema: Guidelines,
  annotations: READS,
  async call(context, args) {
    guidelinesInput.parse(args)
    return { structured: await getServiceGuidelines(context.deps, context.uses, context) }
  },
}

type Posted = ObservationBatchCreate & { idempotency_key?: string }

/** Most posts have no key and are returned as they are. */
function splitKey(args: Posted): { idempotency_key?: string; batch: ObservationBatchCreate } {
  if (args.idempotency_key === undefined) return { batch: args }
  const { idempotency_key, ...batch } = args
  return { idempotency_key, batch }
}

const Repeatable = ObjectOf({ idempotency_key: Optional(IdempotencyKey) })
const repeatable = checker(Repeatable, 'body')

const postObservationsTool: Tool = {
  name: 'post_observations',
  title: 'Post observations',
  description: postObservationsText(NOTE_DEFAULTS),
  searchHint: 'report user feedback, bug, complaint, wish, confusion or praise',
  inputSchema: ObjectOf({ ...ObservationBatchCreate.fields, ...Repeatable.fields }),
  outputSchema: ObservationBatchCreateResponse,
  annotations: ADDS,
  async call({ deps, projectId, keyId, limits }, args) {
    refuseInvalid([...observationBatchViolations(args), ...repeatable.violations(args)])
    const { idempotency_key, batch } = splitKey(args as Posted)
    const { response } = await postObservations(deps, {
      projectId,
      keyId,
      budget: limits.observations_per_day,
      source: 'mcp',
      batch,
      idempotencyKey: idempotency_key,
    })
    return { structured: response, text: response.results }
  },
}

/** For a project whose settings ask for something in particular. */
const postObservationsToolFor = (notes: NoteChoices): Tool => ({
  ...postObservationsTool,
  description: postObservationsText(notes),
})

const studiesInput = checker(ActiveStudiesQuery, 'body')

const getActiveStudiesTool: Tool = {
  name: 'get_active_studies',
  title: 'List the open research studies',
  description:
    "List the team's open questions for this end user, with what the user already answered. Call it before you investigate a study, and again whenever you need the latest logged answer. Judge each study's eligibility_criteria yourself. Answer with post_research_answer, naming the study by its id (or by its position in the list, counted from 0, as study_index).",
  searchHint: 'open research or survey questions to ask this user',
  inputSchema: ActiveStudiesQuery,
  outputSchema: ActiveStudies,
  annotations: READS,
  async call({ deps, projectId }, args) {
    const { user_id } = studiesInput.parse(args)
    return { structured: await getActiveStudiesByIndex(deps, projectId, user_id) }
  },
}

const AnswerInput = ObjectOf({
  study_id: Optional(
    AnyText({
      description:
        'The id of the study, as get_active_studies gave it. Send this or study_index; prefer this.',
    }),
  ),
  study_index: Optional(
    WholeNumber({
      minimum: 0,
      description:
        'Position of the study, counted from 0, in the list that get_active_studies last gave for this user. Not needed with study_id.',
    }),
  ),
  ...ResearchAnswerCreate.fields,
  idempotency_key: Optional(IdempotencyKey),
})
type AnswerInput = Infer<typeof AnswerInput>
const answerInput = checker(AnswerInput, 'body')

const postResearchAnswerTool: Tool = {
  name: 'post_research_answer',
  title: 'Post a research answer',
  description:
    'Record what the end user answered to an open study. List the studies first with get_active_studies and name the study by its id. There is one answer per user and study, and it is final: post when the user has finished the thought.',
  searchHint: 'record an answer to a research study or user survey question',
  inputSchema: AnswerInput,
  outputSchema: ResearchAnswerCreated,
  annotations: ADDS,
  async call({ deps, projectId }, args) {
    refuseInvalid([...withoutStudy(args), ...answerInput.violations(args)])
    const { study_id, study_index, idempotency_key, ...answer } = args as AnswerInput
    const { response } = await postResearchAnswer(deps, {
      projectId,
      source: 'mcp',
      study:
        study_id === undefined
          ? { index: study_index ?? 0 }
          : { id: study_id.trim().toLowerCase(), index: study_index },
      answer,
      idempotencyKey: idempotency_key,
    })
    return { structured: response }
  },
}

/**
 * One of the two is required. The schema does not say so, because several hosts drop or refuse schemas that offer a
 * choice.
 */
function withoutStudy(args: unknown): Violation[] {
  const { study_id, study_index } = args as { study_id?: unknown; study_index?: unknown }
  if (study_id !== undefined || study_index !== undefined) return []
  return [{ loc: ['body', 'study_index'], msg: 'is required unless study_id is given', type: 'missing' }]
}

export const MCP_PATH = '/mcp/v1/project/{project_id}/'

const TOOLS: readonly Tool[] = [
  getServiceGuidelinesTool,
  getActiveStudiesTool,
  postObservationsTool,
  postResearchAnswerTool,
]

/** Made once for as long as the settings are cached. */
const TOOLS_BY_NOTES = new WeakMap<NoteChoices, readonly Tool[]>()

function toolsFor(notes: NoteChoices): readonly Tool[] {
  const tools = TOOLS_BY_NOTES.get(notes) ?? TOOLS.map((tool) => wordTool(tool, notes))
  TOOLS_BY_NOTES.set(notes, tools)
  return tools
}

const wordTool = (tool: Tool, notes: NoteChoices): Tool =>
  tool === postObservationsTool ? postObservationsToolFor(notes) : tool

export const AGENT_ENDPOINT: McpEndpoint<ToolContext> = {
  path: MCP_PATH,
  tools: TOOLS,
  // If the database is unreachable, the tools keep their default descriptions; the guidelines repeat what the team asks
  // for.
  async listed({ deps, projectId }) {
    try {
      return toolsFor((await deps.cache.settings(projectId)).notes)
    } catch {
      return toolsFor(NOTE_DEFAULTS)
    }
  },
  instructions: ({ deps, projectId }) => getInstructions(deps, projectId),
  // Only the newest revision names the tool in a header, so the message is searched for the name. A message that merely
  // mentions it is refused as well, and may be sent again.
  admit({ deps, projectId }, message) {
    if (deps.posts.hasCapacity(projectId)) return // checked first, because searching the message takes longer
    if (message.includes(postObservationsTool.name)) deps.posts.requireCapacity(projectId)
  },
}
