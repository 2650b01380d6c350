// Another Fieldnote process: opens the embedded server, and holds it until its standard input ends.
// Arguments: the built server module, the data folder. Reports on standard output, one JSON object per line.
const [module, dataDir] = process.argv.slice(2)
const report = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const { openEmbeddedServer, EmbeddedServerError } = await import(module)

try {
  const server = await openEmbeddedServer({ dataDir, log: (line) => report({ log: line }) })
  report({ open: server.connection })
  process.stdin.resume().once('end', async () => {
    await server.release()
    report({ released: true })
  })
} catch (error) {
  report({ error: error.message, expected: error instanceof EmbeddedServerError })
  process.exitCode = 1
}
