// Fits the weights of kinds, tags and pairs to the whole benchmark and writes them where the digest reads them; those of
// pairs also without each part of the products, for scoring it.
import { writeFileSync } from 'node:fs'
import { encodePairWeights } from '../src/digest/group/pair-model.ts'
import { encodeKindWeights } from '../src/digest/kinds/kind-weights.ts'
import { encodeTagWeights } from '../src/digest/tags/tag-weights.ts'
import { PARTS, type Product, readBenchmark, readReviews } from './benchmark.ts'
import { fitKinds } from './fit/fit-kinds.ts'
import { fitPairs } from './fit/fit-pairs.ts'
import { fitTags, meanVector, tagLessons } from './fit/fit-tags.ts'
import { pairsWithout } from './fit/left-out-pairs.ts'
import { kindLessons } from './kind-lessons.ts'

const products = readBenchmark()
const reviews = readReviews()
const center = meanVector(products)
const lessons = products.map((product) => tagLessons(product, center))

writeFileSync(
  'src/digest/kinds/kinds.bin',
  encodeKindWeights(fitKinds([...products, ...(await kindLessons())], reviews)),
)
writeFileSync('src/digest/tags/tags.bin', encodeTagWeights(fitTags(lessons, center)))

const pairsOf = (isTaught: (product: Product) => boolean) =>
  encodePairWeights(fitPairs(products.filter(isTaught), reviews.filter(isTaught)))
writeFileSync(
  'src/digest/group/pairs.bin',
  pairsOf(() => true),
)
for (let part = 0; part < PARTS; part++)
  writeFileSync(
    pairsWithout(part),
    pairsOf((product) => product.part !== part),
  )
