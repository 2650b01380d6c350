// The last filters of the inbox, so that going back from an issue restores the view.
import { useEffect } from 'react'
import type { Filters } from '../../search-parameters.ts'
import { useProjectId } from '../../session/project.ts'

const KEY = 'fieldnote-inbox-view'

type View = { projectId: string; filters: Filters }

export function useRememberedInbox(filters: Filters): void {
  const projectId = useProjectId()
  useEffect(() => {
    sessionStorage.setItem(KEY, JSON.stringify({ projectId, filters } satisfies View))
  }, [projectId, filters])
}

export function lastInboxView(projectId: string): Filters {
  const view = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as View | null
  return view?.projectId === projectId ? view.filters : {}
}
