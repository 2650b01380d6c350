// scratch
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { GROUP_SETTINGS } from '../src/digest/group/grouper.ts'
import { createChance } from './chance.ts'
import { createCachedEncoder } from './encoder-cache.ts'
import { createEmbed, featuresOf } from './features.ts'
import { averageScores, scoreGrouping } from './metrics.ts'
import { joinFamilies, readCorpora } from './read-corpus.ts'
import { groupStream } from './score-grouping.ts'
import { train } from './trained.ts'
import { zipfStream } from './zipf-stream.ts'

const FILE='/tmp/scratch/prepared.bin'
let prepared: any[] = []
if (existsSync(FILE)) prepared = deserialize(readFileSync(FILE))
else {
const corpora = joinFamilies(readCorpora('/work/shared/data'))
const encode = createCachedEncoder()
const families = [...new Set(corpora.map((c) => c.family))]

for (const family of families) {
  const trained = train(
    corpora.filter((c) => c.family !== family),
    encode,
  )
  const embed = createEmbed(encode, trained)
  for (const corpus of corpora.filter((c) => c.family === family && c.texts.some((t) => t.group !== null))) {
    for (let seed = 0; seed < 3; seed++) {
      const texts = zipfStream(corpus.texts, 700, createChance(100 + seed))
      if (corpus.texts.length < 300 && seed > 0) continue
      const stream = corpus.texts.length < 300 ? corpus.texts : texts
      prepared.push({
        family,
        name: corpus.name,
        trained,
        truth: stream.map((t) => t.group ?? ''),
        features: featuresOf(stream, embed),
      })
    }
  }
}

writeFileSync(FILE, serialize(prepared))
}
const grid: any[] = JSON.parse(process.argv[2] ?? '[{}]')
for (const g of grid) {
  const settings = { ...GROUP_SETTINGS, ...g }
  const t = performance.now()
  const per = new Map<string, any[]>()
  for (const p of prepared) {
    const s = scoreGrouping(groupStream(p.features, p.trained, settings, g.every ?? 100), p.truth)
    per.set(p.family, [...(per.get(p.family) ?? []), s])
  }
  const fam = [...per].map(([f, s]) => [f, averageScores(s)] as const)
  const ng = averageScores(fam.filter(([f]) => f !== 'garmin').map(([, s]) => s))
  console.log(
    JSON.stringify(g),
    `F ${ng.f1.toFixed(3)} NMI ${ng.nmi.toFixed(3)} P ${ng.precision.toFixed(3)}`,
    fam
      .map(
        ([f, s]) =>
          `${f} ${s.f1.toFixed(2)}/${s.nmi.toFixed(2)}/${s.precision.toFixed(2)} ${s.found.toFixed(0)}:${s.truth.toFixed(0)}`,
      )
      .join(' | '),
    `${((performance.now() - t) / prepared.reduce((a, p) => a + p.features.length, 0)).toFixed(2)} ms/obs`,
  )
}
writeFileSync('/dev/null', '')
