// A bare Fastify in a process of its own: what sending the same bytes costs when nothing else is done. Started by ingest.mjs.
import Fastify from 'fastify'

const app = Fastify()
process.on('message', async (bodies) => {
  for (const [path, body] of Object.entries(bodies))
    app.get(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
  process.send(await app.listen({ host: '127.0.0.1', port: 0 }))
})
process.on('disconnect', () => process.exit())
