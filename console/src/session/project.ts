// The project in the address, and the member's role in it.
import { useParams } from '@tanstack/react-router'
import { ROLES, type Role } from '../../../src/contract/labels.ts'
import { useSession } from './session.ts'

export function useProjectId(): string {
  const { projectId } = useParams({ strict: false })
  return projectId ?? ''
}

export function useCurrentProject() {
  const id = useProjectId()
  const { data } = useSession()
  return data?.projects.find((project) => project.id === id)
}

/** True when this member may do what needs `role`; the server checks it again. */
export function useMay(role: Role): boolean {
  const project = useCurrentProject()
  return project !== undefined && ROLES.indexOf(project.role) >= ROLES.indexOf(role)
}

const LAST = 'fieldnote-last-project'

export const rememberProject = (id: string): void => localStorage.setItem(LAST, id)
export const lastProject = (): string | null => localStorage.getItem(LAST)
