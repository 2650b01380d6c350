// An object literal has more in it than what is written there: `constructor`, `toString`, `__proto__`. Where words of callers look
// something up, they must not find these. The types keep a text from indexing an object with named properties; what they let
// pass is kept out here: objects by any text, which have to be a Map or inherit nothing, and keys that are only said to be known.
import { expect, it } from 'vitest'
import type { Loose } from '../service.ts'
import { nodesOf, readSource, type SourceFile } from './syntax.ts'

/** Why the key cannot be what a caller sent. */
const OURS = new Map([
  [
    'src/contract/integrations/ticket-templates.ts words[name as Place]',
    'only where the object has it as its own',
  ],
  [
    'console/src/pages/privacy/privacy-form.tsx KIND_NAMES[kind as RedactionKind]',
    'only where the object has it as its own',
  ],
  [
    'src/db/issues/issue-lists.ts CONDITIONS[name as keyof IssueFilter]',
    'filters were checked against their schema',
  ],
  ['src/db/observations/observations.ts CONDITIONS[name as keyof ObservationFilter]', 'as above'],
  ['src/db/research/answer-lists.ts CONDITIONS[name as keyof AnswerFilter]', 'as above'],
  ['src/domain/sentiment-days.ts counts[sentiment as Sentiment]', 'the database holds no other sentiment'],
  ['src/http/openapi.ts paths[operation.path]', 'our paths'],
  ['src/http/openapi.ts REFUSAL_STATUS[kind as RefusalKind]', 'our refusals'],
  ['console/src/components/forms/kept-draft.tsx from[field as keyof T]', 'the fields of a form'],
  [
    'console/src/pages/research/edit/edit-study.tsx before[field as keyof StudyCreate]',
    'the fields of a form',
  ],
  [
    'console/src/pages/guidelines/notes-preview.tsx texts[shown as keyof NoteTexts]',
    'the choices of a switch',
  ],
])

const isOpenRecord = (type: Loose): boolean =>
  (type?.type === 'TSTypeReference' &&
    type.typeName.name === 'Record' &&
    type.typeArguments.params[0].type === 'TSStringKeyword') ||
  (type?.type === 'TSIntersectionType' && type.types.some(isOpenRecord)) ||
  (type?.type === 'TSTypeLiteral' && type.members.some((one: Loose) => one.type === 'TSIndexSignature'))

/** The names that types of objects by any text have in the whole source. */
const openNames = (all: SourceFile[]): Set<string> =>
  new Set(
    all.flatMap(({ nodes }) =>
      nodes.flatMap((node) =>
        node.type === 'TSTypeAliasDeclaration' && isOpenRecord(node.typeAnnotation) ? [node.id.name] : [],
      ),
    ),
  )

const isOpen = (type: Loose, names: Set<string>): boolean =>
  isOpenRecord(type) || (type?.type === 'TSTypeReference' && names.has(type.typeName.name))

/** `x`, `x satisfies T`, `Object.freeze(x)`. */
function literalIn(init: Loose): boolean {
  if (init?.type === 'CallExpression' && init.callee.property?.name === 'freeze')
    return literalIn(init.arguments[0])
  return init?.type === 'ObjectExpression' || (init?.expression !== undefined && literalIn(init.expression))
}

function looseLookups({ nodes, text }: Pick<SourceFile, 'nodes' | 'text'>, names: Set<string>): string[] {
  const literals = new Set<string>(
    nodes.flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && isOpen(id.typeAnnotation?.typeAnnotation, names) && literalIn(init)
        ? [id.name]
        : [],
    ),
  )
  return nodes.flatMap((node) => {
    if (node.type !== 'MemberExpression' || !node.computed || node.property.type === 'Literal') return []
    const isSaid =
      node.property.type === 'TSAsExpression' && node.property.typeAnnotation.type !== 'TSNumberKeyword'
    return isSaid || literals.has(node.object.name) ? [text.slice(node.start, node.end)] : []
  })
}

it('that a caller’s words may reach find only what was put there', () => {
  const all = readSource()
  const names = openNames(all)

  const found = all.flatMap((one) => looseLookups(one, names).map((lookup) => `${one.file} ${lookup}`))

  expect(found.filter((lookup) => !OURS.has(lookup))).toEqual([])
  expect([...OURS.keys()].filter((lookup) => !found.includes(lookup))).toEqual([])
})

it.each([
  'const TYPES: Record<string, string> = { a: "1" }; TYPES[word]',
  'const counts: Record<string, number> = {}; counts[word]',
  'const TYPES: { [name: string]: string } = Object.freeze({ a: "1" }); TYPES[word]',
  'const counts: Counts = {}; counts[word]',
  'const KNOWN = { a: 1 }; KNOWN[word as Known]',
])('and one that would find more is noticed: %s', (text) => {
  expect(looseLookups({ nodes: nodesOf(text), text }, new Set(['Counts']))).toHaveLength(1)
})
