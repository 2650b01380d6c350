// The address of the conversation behind a note, in the team's own chat or tracing tool: a template of the project.

export const INTERACTION_PLACE = '{interaction_id}'

/** Why a template cannot be used; null when it can. */
export function faultOfTemplate(template: string): string | null {
  if (!template.includes(INTERACTION_PLACE)) return `must contain ${INTERACTION_PLACE}`
  const [one, other] = ['a', 'b'].map((id) => parse(template.replaceAll(INTERACTION_PLACE, id)))
  if (!one || !other) return 'must be an address that begins with https:// or http://'
  // Ids come from agents: one must not choose the host that people are led to.
  return one.origin === other.origin && one.username === '' && one.password === ''
    ? null
    : `must not contain ${INTERACTION_PLACE}, a user or a password before the path`
}

/** Null where there is no template, or none that leads anywhere. */
export function interactionUrl(template: string | null | undefined, interactionId: string): string | null {
  if (!template || faultOfTemplate(template) !== null) return null
  // As a function: a dollar sign in the id means nothing.
  return template.replaceAll(INTERACTION_PLACE, () => encodeURIComponent(interactionId))
}

function parse(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && ['https:', 'http:'].includes(url.protocol) ? url : null
}
