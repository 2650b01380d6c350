// node scripts/encoder-ranges.mjs — to be run after the encoder's layers have changed. Measures the range of each input column of its
// matrix products, which rounding to bytes needs, and writes it to src/digest/encode/weights/input-ranges.safetensors. With old
// ranges the encoder works less well; its test says how well.
import { writeFileSync } from 'node:fs'
import { loadEncoderWeights } from '../dist/digest/encode/encoder-weights.js'
import { createTransformer } from '../dist/digest/encode/transformer.js'
import { createWordPieceTokenizer } from '../dist/digest/encode/wordpiece.js'

const FILE = 'src/digest/encode/weights/input-ranges.safetensors'
const TENSORS = { attention: 'attention.self.input_range', hidden: 'intermediate.input_range' }

const TEXTS = [
  'Export to CSV stops at 10,000 rows. The user needed 42,000 and found no warning; the file just ends.',
  'Cannot sign in after the password reset. The link opens the login page again, three times in a row.',
  'Wants dark mode',
  'Praises the new search. Found a two-year-old invoice in seconds and told a colleague about it.',
  'Asked whether the yearly plan can be paid by bank transfer, because the company has no credit card.',
  'App crashes on Android 14 when a photo is attached. It worked before the update of last Tuesday.',
  'The invoice was charged twice: EUR 49.00 on 3 May and again on 4 May, order #A-20391.',
  'Unsure what "seats" means on the pricing page; thought that guests count too.',
  'Die Zahlung schlägt fehl, sobald eine Rechnungsadresse in der Schweiz angegeben wird.',
  "L'application se ferme toute seule quand j'ouvre le calendrier partagé.",
  'No se sincroniza el calendario con el teléfono desde la última actualización.',
  'O relatório mensal chega em branco por e-mail.',
  'Il codice di verifica arriva dopo che è già scaduto.',
  'De export naar Excel mist de laatste kolom.',
  'Powiadomienia przychodzą z kilkugodzinnym opóźnieniem.',
  'ログインできません。パスワードを再設定しても同じ画面に戻ります。',
  '导出的文件打不开，提示格式错误。',
  'TypeError: Cannot read properties of undefined (reading "id") at render (app.js:1042:17)',
  '👍👍',
  'https://example.com/settings?tab=billing returns 404',
]

/** The nearest 16-bit float of a positive number. */
function halfOf(value) {
  const exponent = Math.floor(Math.log2(Math.max(value, 2 ** -14)))
  return ((exponent + 15) << 10) + Math.round((value / 2 ** exponent - 1) * 1024)
}

const weights = await loadEncoderWeights({ arithmetic: 'plain' })
const tokenizer = createWordPieceTokenizer(weights.vocabulary)
const transform = createTransformer(weights, 0)
const ranges = new Map()
for (const text of TEXTS)
  transform(tokenizer.encode(text), (layer, product, rows) => {
    const name = `encoder.layer.${layer}.${TENSORS[product]}`
    const range = ranges.get(name) ?? new Float32Array(384)
    for (const [i, value] of rows.entries()) range[i % 384] = Math.max(range[i % 384], Math.abs(value))
    ranges.set(name, range)
  })

const header = {}
const halves = new Uint16Array(ranges.size * 384)
let at = 0
for (const [name, range] of ranges) {
  header[name] = { dtype: 'F16', shape: [384], data_offsets: [at * 2, (at + 384) * 2] }
  for (const value of range) halves[at++] = halfOf(value)
}
const text = Buffer.from(JSON.stringify(header))
const length = Buffer.alloc(8)
length.writeBigUInt64LE(BigInt(text.length))
writeFileSync(FILE, Buffer.concat([length, text, Buffer.from(halves.buffer)]))
console.log(`${FILE}: ${ranges.size} tensors from ${TEXTS.length} texts`)
