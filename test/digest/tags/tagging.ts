// Tags as tests make and read them.
import type { TestService } from '../../service.ts'
import { act, readObservation } from '../digesting.ts'
import type { Said } from '../matters.ts'

export async function makeTag(service: TestService, label: string, config: object): Promise<string> {
  const { status, body } = await act(service, 'POST', '/tags', { label, config })
  if (status !== 201) throw new Error(`no tag: ${status}`)
  return body.id
}

export async function labelsOf(service: TestService, observationId: string): Promise<string[]> {
  return (await readObservation(service, observationId)).tags.map(({ label }) => label)
}

export const note = (title: string): Said => ({ title, description: `${title}.` })
