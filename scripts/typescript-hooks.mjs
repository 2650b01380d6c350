// Loads a TypeScript file as the module that it is without its types. Positions stay true through an inline source map.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Loaded when the first file needs it: whoever imports none pays nothing. */
let transformer
async function transform(path, text) {
  transformer ??= import('rolldown/utils')
  return (await transformer).transform(path, text, { sourcemap: true })
}

export async function load(url, context, nextLoad) {
  if (!/^file:.*\.ts$/.test(url)) return nextLoad(url, context)
  const path = fileURLToPath(url)
  const { code, map, errors } = await transform(path, await readFile(path, 'utf8'))
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  const inline = Buffer.from(JSON.stringify(map)).toString('base64')
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}\n`
  return { format: 'module', source, shortCircuit: true }
}
