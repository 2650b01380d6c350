// Every way to connect an agent, in the order in which the page offers them.
import { CODE_CLIENTS } from './code-clients.ts'
import type { Client } from './connection.ts'
import { EDITOR_CLIENTS } from './editor-clients.ts'

const { claudeCode, cursor, vsCode, codex, mcpRemote } = EDITOR_CLIENTS
const { claudeApi, openaiResponses, openaiAgents, vercel, langChain, curl } = CODE_CLIENTS

export const CLIENTS: Client[] = [
  claudeCode,
  claudeApi,
  cursor,
  vsCode,
  codex,
  openaiResponses,
  openaiAgents,
  vercel,
  langChain,
  mcpRemote,
  curl,
]

/** The quickest ways to a first observation. */
export const FIRST_CLIENTS: Client[] = [curl, claudeCode, cursor]
