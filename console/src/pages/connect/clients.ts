// All clients, in the page's order.
import { API_CLIENTS } from './api-clients.ts'
import { CHAT_CLIENTS } from './chat-clients.ts'
import { CODE_CLIENTS } from './code-clients.ts'
import type { Client } from './connection.ts'
import { EDITOR_CLIENTS } from './editor-clients.ts'

const { claudeCode, claudeDesktop, cursor, vsCode, codex, geminiCli, mcpRemote } = EDITOR_CLIENTS
const { claudeAi, chatGpt } = CHAT_CLIENTS
const { claudeApi, openaiResponses, curl } = API_CLIENTS
const { openaiAgents, vercel, langChain, mastra, pythonSdk } = CODE_CLIENTS

export const CLIENTS: Client[] = [
  claudeAi,
  chatGpt,
  claudeCode,
  claudeDesktop,
  cursor,
  vsCode,
  codex,
  geminiCli,
  claudeApi,
  openaiResponses,
  openaiAgents,
  vercel,
  langChain,
  mastra,
  pythonSdk,
  mcpRemote,
  curl,
]

/** The clients that work here: signing in needs a service with OAuth. */
export const clientsFor = ({ signIn }: { signIn: boolean }): Client[] =>
  CLIENTS.filter(({ auth }) => auth === 'key' || signIn)

/** The fastest ways to a first observation. */
export const FIRST_CLIENTS: Client[] = [curl, claudeCode, cursor]

/** Clients that sign in call from their makers' servers, which can only reach public https addresses. */
export const canBeSignedInto = (mcpUrl: string): boolean => new URL(mcpUrl).protocol === 'https:'
