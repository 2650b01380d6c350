export type ConsolePage = { name: string; path: string }
export type Subjects = { issue?: string; observation?: string; user?: string; study?: string }
export const PROJECT_PAGES: ConsolePage[]
export const ACCOUNT_PAGES: ConsolePage[]
export const OPEN_PAGES: ConsolePage[]
export function addressOf(path: string, projectId: string, found: Subjects): string | null
export function findSubjects(
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  get: (path: string) => Promise<any>,
): Promise<Subjects>
