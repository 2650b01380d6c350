// get_service_guidelines

import { Guidelines } from '../contract/guidelines/guidelines.ts'
import { AnyText, ObjectOf, Optional } from '../contract/schema.ts'
import { checker } from '../contract/validate.ts'
import { getServiceGuidelines } from '../domain/guidelines/get-service-guidelines.ts'
import { READS, type Tool } from './tool.ts'

const Input = ObjectOf({
  user_id: Optional(
    AnyText({
      description: 'The end user you talk to. Pass it when you have a stable identifier; it changes nothing.',
    }),
  ),
})
const input = checker(Input, 'body')

export const getServiceGuidelinesTool: Tool = {
  name: 'get_service_guidelines',
  title: 'Read the guidelines',
  description:
    'Read how this product team wants observations and research answers to be written. Call it once at the start of each conversation, before any other tool here, follow what it says, and do not call it again.',
  searchHint: 'how and when to write down user feedback; read first',
  inputSchema: Input,
  outputSchema: Guidelines,
  annotations: READS,
  async call(context, args) {
    input.parse(args)
    return { structured: await getServiceGuidelines(context.deps, context.uses, context) }
  },
}
