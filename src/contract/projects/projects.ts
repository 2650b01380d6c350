// Projects as the admin API shows and changes them.
import { ROLES } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import { SampleFacts } from '../sample/samples.ts'
import {
  AnyText,
  DateTime,
  type Infer,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  type Schema,
  Text,
  Uuid,
} from '../schema.ts'

const name = Text(LIMITS.nameLength, { examples: ['Ledger app'] })

export const Project = ObjectOf({
  id: Uuid(),
  name: AnyText(),
  role: OneOf(ROLES, { description: 'What the caller may do in it.' }),
  mcp_url: AnyText({ description: "The project's MCP endpoint." }),
  rest_url: AnyText({ description: "The beginning of every address of the project's REST interface." }),
  created_at: DateTime(),
})
export type Project = Infer<typeof Project>

export const ProjectDetail = ObjectOf({
  ...Project.fields,
  sample: Nullable(SampleFacts as Schema<SampleFacts>),
})
export type ProjectDetail = Infer<typeof ProjectDetail>

export const ProjectCreate = ObjectOf({ name })

export const ProjectUpdate = ObjectOf({ name: Optional(name) })

export const ProjectDelete = ObjectOf({
  name: AnyText({
    description: "The project's name, once more: nothing brings it back.",
    examples: ['Ledger app'],
  }),
})
