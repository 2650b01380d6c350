// An app's request, with buttons to allow or deny it.
import { Alert, Button, Checkbox, Code, List, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConsentShown } from '../../../../../src/contract/accounts/oauth.ts'
import type { OauthScope } from '../../../../../src/contract/labels.ts'
import { api } from '../../../api.ts'
import { EntryCard } from '../../../components/accounts/entry-card.tsx'
import { FormError } from '../../../components/forms/form-error.tsx'
import { capitalized, withArticle } from '../../../format.ts'
import { SCOPE_POWERS } from '../../../session/powers.ts'
import { lastProject } from '../../../session/project.ts'

type ConsentFormProps = { asked: ConsentShown; query: string; email: string }

type ChoosableProject = ConsentShown['projects'][number]

export function ConsentForm({ asked, query, email }: ConsentFormProps) {
  const [projectId, setProjectId] = useState(() => startWith(asked))
  const [left, setLeft] = useState<OauthScope[]>([])
  const project = asked.projects.find(({ id }) => id === projectId)
  const scopes = project?.scopes.filter((scope) => !left.includes(scope)) ?? []
  const decide = useMutation({
    mutationFn: (accept: boolean) =>
      api.post('/api/oauth/decision', {
        query,
        accept,
        ...(accept && { project_id: projectId, scopes }),
      }),
    onSuccess: ({ redirect_to }) => leaveFor(redirect_to),
  })
  if (decide.isSuccess) return <Decided name={asked.client_name} />
  return (
    <EntryCard
      title={`Connect ${asked.client_name}?`}
      about={<Identity asked={asked} />}
      below={`You’re signed in as ${email}. You can disconnect apps in your account at any time.`}
    >
      <FormError error={decide.error} />
      <ProjectChoice asked={asked} projectId={projectId} onChange={setProjectId} />
      {project && <Powers asked={asked} project={project} left={left} onChange={setLeft} />}
      <Stack gap="xs">
        <Button
          loading={decide.isPending && decide.variables}
          disabled={scopes.length === 0}
          onClick={() => decide.mutate(true)}
          fullWidth
        >
          Allow
        </Button>
        <Button
          variant="default"
          loading={decide.isPending && !decide.variables}
          onClick={() => decide.mutate(false)}
          fullWidth
        >
          Don’t allow
        </Button>
      </Stack>
    </EntryCard>
  )
}

const startWith = ({ project_id, projects }: ConsentShown): string =>
  (projects.find(({ id }) => id === (project_id ?? lastProject())) ?? projects[0])?.id ?? ''

/** The server never answers with such an address; navigating to it would run code. */
function leaveFor(address: string): void {
  if (!/^(javascript|data|vbscript|blob):/i.test(address)) window.location.assign(address)
}

function Identity({ asked: { client_host, redirect_to, redirect_local } }: { asked: ConsentShown }) {
  return (
    <Stack gap={6}>
      <span>
        {client_host ? (
          <>
            This app belongs to{' '}
            <strong dir="auto" className="fn-break">
              {client_host}
            </strong>
            .
          </>
        ) : (
          'The app chose this name itself. Fieldnote can’t check it.'
        )}{' '}
        Only allow it if you started connecting it just now.
      </span>
      <span>
        {redirect_local
          ? 'You’ll continue in an app on this computer: '
          : 'You’ll continue in your browser at '}
        <Code dir="auto" className="fn-break">
          {redirect_to}
        </Code>
      </span>
    </Stack>
  )
}

type ProjectChoiceProps = { asked: ConsentShown; projectId: string; onChange: (id: string) => void }

function ProjectChoice({ asked, projectId, onChange }: ProjectChoiceProps) {
  if (asked.project_id === null)
    return (
      <NativeSelect
        label="Project"
        description="The app gets access to this project only."
        value={projectId}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={asked.projects.map(({ id, name }) => ({ value: id, label: name }))}
      />
    )
  return (
    <Text size="sm">
      Project:{' '}
      <strong dir="auto" className="fn-break">
        {asked.projects[0]?.name}
      </strong>
      . The app gets access to this project only.
    </Text>
  )
}

type PowersProps = {
  asked: ConsentShown
  project: ChoosableProject
  left: OauthScope[]
  onChange: (left: OauthScope[]) => void
}

function Powers({ asked, project, left, onChange }: PowersProps) {
  const refused = asked.scopes.filter((scope) => !project.scopes.includes(scope))
  return (
    <>
      {project.scopes.length === 1 && (
        <div>
          <Text size="sm" fw={600} mb={4}>
            It will be able to:
          </Text>
          <List size="sm">
            {project.scopes.map((scope) => (
              <List.Item key={scope}>{capitalized(SCOPE_POWERS[scope])}</List.Item>
            ))}
          </List>
        </div>
      )}
      {project.scopes.length > 1 && (
        <Checkbox.Group
          label="It will be able to:"
          value={project.scopes.filter((scope) => !left.includes(scope))}
          onChange={(kept) => onChange(project.scopes.filter((scope) => !kept.includes(scope)))}
        >
          <Stack gap="xs" mt={6}>
            {project.scopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={capitalized(SCOPE_POWERS[scope])} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {refused.length > 0 && (
        <Alert color="yellow">
          You’re {withArticle(project.role)} in this project, so you can’t allow an app to{' '}
          {refused.map((scope) => SCOPE_POWERS[scope]).join('; or to ')}. Ask a project owner for the editor
          role.
        </Alert>
      )}
    </>
  )
}

function Decided({ name }: { name: string }) {
  return <EntryCard title={`Returning to ${name}`} about="You can close this page if nothing happens." />
}
