// Trains the weights that ship with the project: npm run train -- --data FOLDER
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { encodeGramShares, encodeProjection } from '../src/digest/features/trained-weights.ts'
import { encodeKindModel } from '../src/digest/kinds/kind-model.ts'
import { createCachedEncoder } from './encoder-cache.ts'
import { joinFamilies, readCorpora } from './read-corpus.ts'
import { train } from './trained.ts'

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (!values.data) throw new Error('say where the labelled text is: --data FOLDER')

const trained = train(joinFamilies(readCorpora(values.data)), createCachedEncoder())
writeFileSync('src/digest/features/projection.bin', encodeProjection(trained.projection))
writeFileSync('src/digest/features/gram-shares.bin', encodeGramShares(trained.gramShares))
if (trained.kinds) writeFileSync('src/digest/kinds/kind.bin', encodeKindModel(trained.kinds))
console.log('wrote projection.bin, gram-shares.bin and kind.bin below src/digest')
