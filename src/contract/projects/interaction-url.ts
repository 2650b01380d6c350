// The address of a note's conversation in the team's own chat or tracing tool, from a template of the project.

export const INTERACTION_PLACE = '{interaction_id}'

/** Why a template is not usable; null when it is. */
export function faultOfTemplate(template: string): string | null {
  if (!template.includes(INTERACTION_PLACE)) return `must contain ${INTERACTION_PLACE}`
  const [one, other] = ['a', 'b'].map((id) => parse(template.replaceAll(INTERACTION_PLACE, id)))
  if (!one || !other) return 'must be an address that begins with https:// or http://'
  // Ids come from agents, and must not be able to choose the host that people are sent to.
  return one.origin === other.origin && one.username === '' && one.password === ''
    ? null
    : `must not contain ${INTERACTION_PLACE}, a user or a password before the path`
}

/** Null without a usable template. */
export function interactionUrl(template: string | null | undefined, interactionId: string): string | null {
  if (!template || faultOfTemplate(template) !== null) return null
  // A function, so that a dollar sign in the id has no special meaning.
  return template.replaceAll(INTERACTION_PLACE, () => encodeURIComponent(interactionId))
}

function parse(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && ['https:', 'http:'].includes(url.protocol) ? url : null
}
