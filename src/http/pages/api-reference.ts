// The API reference: Swagger UI over /openapi.json, from our own files, with nothing from other hosts.
import type { FastifyInstance } from 'fastify'
import { sendBuiltFile } from './built-files.ts'
import { servePage } from './serve-page.ts'

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fieldnote API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<p style="margin: 1rem 20px; font: 1rem system-ui, sans-serif"><a href="/docs">All documentation</a></p>
<div id="reference"></div>
<noscript>The reference needs JavaScript. The same facts, for machines: <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/api.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({
  url: '/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'list',
  defaultModelsExpandDepth: 0, tryItOutEnabled: false, validatorUrl: null,
})
`

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const FILES = ['swagger-ui-bundle.js', 'swagger-ui.css']

export function registerApiReference(app: FastifyInstance, folder: string): void {
  servePage(app, '/docs/api', (_request, reply) =>
    reply.header('Content-Security-Policy', POLICY).type('text/html; charset=utf-8').send(PAGE),
  )
  servePage(app, '/docs/api.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  )
  for (const name of FILES)
    servePage(app, `/docs/${name}`, (request, reply) => sendBuiltFile(request, reply, { folder, name }))
}
