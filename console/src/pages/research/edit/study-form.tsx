// Edits a study: the question and its audience, next to how an agent might ask it.
import { Button, Group, NumberInput, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLayoutEffect } from 'react'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { Study, StudyCreate } from '../../../../../src/contract/research/studies.ts'
import { ApiError } from '../../../api.ts'
import { type KeptDraft, RestoredDraft } from '../../../components/forms/kept-draft.tsx'
import { TextLength } from '../../../components/forms/text-length.tsx'
import { UnsavedGuard } from '../../../components/forms/unsaved-guard.tsx'
import { sayFailed } from '../../../components/notices.tsx'
import { Panel } from '../../../components/panel.tsx'
import { plural } from '../../../format.ts'
import { AgentView } from '../agent-view.tsx'
import classes from '../studies.module.css'
import { DateField } from './date-field.tsx'
import { SamplingField } from './sampling-field.tsx'
import { BLANK, CHECKS, fieldErrors, type StudyDraft, toBody } from './study-draft.ts'

type Choice = { label: string; change?: Partial<StudyCreate> }

type StudyFormProps = {
  draft: KeptDraft<StudyDraft>
  /** The edited study; undefined for a new one. */
  study?: Study
  /** The buttons to save, the main one last. */
  choices: Choice[]
  save: (body: StudyCreate) => Promise<unknown>
  onCancel: () => void
}

/** In the order on the page. */
const FIELDS = Object.keys(BLANK) as (keyof StudyDraft)[]

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export function StudyForm({ draft, study, choices, save, onCancel }: StudyFormProps) {
  const form = useForm<StudyDraft>({
    initialValues: draft.saved,
    validate: CHECKS,
    validateInputOnBlur: true,
    onValuesChange: draft.keep,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, over what is saved, which is what it differs from
  useLayoutEffect(() => form.setValues(draft.begin), [])
  const { question, eligibility_criteria: criteria, ...values } = form.getValues()
  const focusFirst = (errors: object) => {
    const first = FIELDS.find((field) => field in errors)
    if (first) form.getInputNode(first)?.focus()
  }
  const submit = async (change: Choice['change']) => {
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return focusFirst(errors)
    await form.onSubmit((written) =>
      save({ ...toBody(written), ...change }).catch((error: Error) => {
        const fields = error instanceof ApiError ? fieldErrors(error.fields) : {}
        form.setErrors(fields)
        focusFirst(fields)
        if (Object.keys(fields).length === 0) sayFailed(error)
      }),
    )()
  }
  const discard = () => {
    form.reset()
    draft.forget()
  }
  return (
    <div className={classes.form}>
      <UnsavedGuard when={form.isDirty()} param="edit" />
      <Panel>
        <Stack gap="lg">
          {draft.isRestored && <RestoredDraft onDiscard={discard} />}
          <Textarea
            label="Question"
            description="What your team wants to know. Agents ask it in their own words when the moment is right."
            placeholder="What makes people export their data?"
            required
            autosize
            minRows={2}
            maxRows={12}
            {...form.getInputProps('question')}
          />
          <TextLength text={question} limit={LIMITS.questionLength} />
          {study && study.answer_count > 0 && form.isDirty('question') && (
            <Text size="sm" c="dimmed">
              This study already has {plural(study.answer_count, 'answer')} to the original question. To ask a
              different one, duplicate the study.
            </Text>
          )}
          <Textarea
            label="Eligibility"
            description="Agents judge this from the conversation. Leave empty to ask everyone."
            placeholder="Has exported something at least once."
            autosize
            minRows={2}
            maxRows={16}
            {...form.getInputProps('eligibility_criteria')}
          />
          <TextLength text={criteria} limit={LIMITS.criteriaLength} />
          <SamplingField
            value={values.sampling}
            error={form.errors.sampling}
            onChange={(value) => form.setFieldValue('sampling', value)}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <DateField
              label="Start"
              description={`In your time zone, ${ZONE}.`}
              placeholder="As soon as it’s active"
              {...form.getInputProps('starts_at')}
            />
            <DateField
              label="End"
              description="Agents stop asking at this time."
              placeholder="No end date"
              {...form.getInputProps('ends_at')}
            />
            <NumberInput
              label="Answer limit"
              description="Agents stop asking after this many answers."
              placeholder="No limit"
              min={1}
              max={LIMITS.answersPerStudy}
              allowDecimal={false}
              thousandSeparator=","
              {...form.getInputProps('max_answers')}
            />
            <NumberInput
              label="Daily limit"
              description="At most this many answers a day (UTC)."
              placeholder="No limit"
              min={1}
              max={LIMITS.answersPerStudy}
              allowDecimal={false}
              thousandSeparator=","
              {...form.getInputProps('max_answers_per_day')}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="subtle" color="gray" onClick={onCancel} disabled={form.submitting}>
              Cancel
            </Button>
            {choices.map(({ label, change }, i) => (
              <Button
                key={label}
                variant={i === choices.length - 1 ? 'filled' : 'default'}
                loading={form.submitting}
                onClick={() => void submit(change)}
              >
                {label}
              </Button>
            ))}
          </Group>
        </Stack>
      </Panel>
      <Panel title="How an agent asks">
        <AgentView question={question} eligibility={criteria} />
      </Panel>
    </div>
  )
}
