// Trains the weights that ship with the project: npm run train -- --data FOLDER
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { encodeGramShares, encodeProjection } from '../src/digest/weights/trained-weights.ts'
import { createCachedEncoder } from './encoder-cache.ts'
import { joinFamilies, readCorpora } from './read-corpus.ts'
import { train } from './trained.ts'

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (!values.data) throw new Error('say where the labelled text is: --data FOLDER')

const trained = train(joinFamilies(readCorpora(values.data)), createCachedEncoder())
writeFileSync('src/digest/weights/projection.bin', encodeProjection(trained.projection))
writeFileSync('src/digest/weights/gram-shares.bin', encodeGramShares(trained.gramShares))
console.log('wrote src/digest/weights/projection.bin and gram-shares.bin')
