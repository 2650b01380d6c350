// The file of a form, as `curl -F file=@tickets.csv` and the forms of web pages send it: read as it comes, never held whole.
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { Refusal } from '../../contract/refusal.ts'

export const FORM = 'multipart/form-data'

type FormFile = { mediaType: string; name: string; bytes: AsyncIterable<Uint8Array> }

const ONE_FILE = { parts: 1, fields: 0, headerPairs: 20, headerSize: 8 * 1024 }

/**
 * Resolves as soon as the headers of the file have arrived. Reading its bytes fails at the end unless the whole form arrives and
 * has nothing else in it.
 */
export function fileOfForm(contentType: string, body: Readable): Promise<FormFile> {
  const form = openForm(contentType)
  const whole = wholeForm(form, body)
  return new Promise((resolve, reject) => {
    form.on('file', (_field, file, name, _encoding, mediaType) => {
      file.on('error', () => {}) // also emitted when nobody reads the file anymore: it must not crash the process
      whole.catch((error: Error) => file.destroy(error))
      resolve({ mediaType, name, bytes: bytesOf(file, whole) })
    })
    whole.then(() => reject(notOneFile()), reject)
    body.pipe(form)
  })
}

function openForm(contentType: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: ONE_FILE })
  } catch {
    throw new Refusal('invalid', `the Content-Type ${FORM} lacks its boundary`)
  }
}

function wholeForm(form: BusboyInstance, body: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(notOneFile())
    form.on('partsLimit', refuse).on('fieldsLimit', refuse).on('finish', resolve)
    form.on('error', () => reject(new Refusal('invalid', 'the form ends before its last boundary')))
    body.once('error', reject)
  })
}

async function* bytesOf(file: AsyncIterable<Uint8Array>, whole: Promise<void>): AsyncGenerator<Uint8Array> {
  yield* file
  await whole
}

const notOneFile = (): Refusal =>
  new Refusal('invalid', 'the form must have one file and nothing else; settings go into the address')
