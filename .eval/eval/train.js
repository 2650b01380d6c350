// Fits the weights of kinds and tags to the whole benchmark and writes them where the digest reads them.
import { writeFileSync } from 'node:fs';
import { encodeKindWeights } from '../src/digest/kinds/kind-weights.js';
import { encodeTagWeights } from '../src/digest/tags/tag-weights.js';
import { readBenchmark } from './benchmark.js';
import { fitKinds } from './fit-kinds.js';
import { fitTags, meanVector, tagLessons } from './fit-tags.js';
const products = readBenchmark();
const center = meanVector(products);
const lessons = products.map((product) => tagLessons(product, center));
writeFileSync('src/digest/kinds/kinds.bin', encodeKindWeights(fitKinds(products)));
writeFileSync('src/digest/tags/tags.bin', encodeTagWeights(fitTags(lessons, center)));
//# sourceMappingURL=train.js.map