// The named schemas of the OpenAPI document, in the order it lists them. All other schemas are inlined.
import {
  AccessToken,
  AccessTokenCreate,
  AccessTokenCreated,
  Account,
  AccountUpdate,
  Invite,
  InviteAccept,
  InviteAccepted,
  InviteCreate,
  InviteCreated,
  InviteShown,
  InviteToken,
  Member,
  MemberUpdate,
  PasswordReset,
  Session,
  SetUp,
} from '../contract/accounts/accounts.ts'
import { AuditEntry } from '../contract/audit/audit.ts'
import { Day, SentimentCounts, SentimentDay } from '../contract/counts.ts'
import { DigestFailure, DigestRetried, DigestStatus } from '../contract/digest/digest.ts'
import { Guidelines, GuidelinesDetail, GuidelinesVersion } from '../contract/guidelines/guidelines.ts'
import { Import, ImportDetail, ImportMapping, ImportPreview } from '../contract/imports/imports.ts'
import {
  IssueApart,
  IssueMerge,
  IssueSplit,
  IssuesChange,
  IssuesChanged,
  IssueUpdate,
  ObservationMove,
} from '../contract/issues/issue-changes.ts'
import { IssueSeries, IssueUser, MergedIssue, MergedIssues } from '../contract/issues/issue-insight.ts'
import { Issue, IssueDetail, IssueTrend } from '../contract/issues/issues.ts'
import {
  ObservationDetail,
  ObservationItem,
  TextSegment,
} from '../contract/observations/observation-details.ts'
import {
  Observation,
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
  ObservationItemCreate,
} from '../contract/observations/observations.ts'
import { DigestEvent, ManyEvent } from '../contract/projects/events.ts'
import { ApiKey, ApiKeyCreate, ApiKeyCreated, ApiKeyRotate } from '../contract/projects/keys.ts'
import { ProjectLimits, ProjectLimitsUpdate } from '../contract/projects/limits.ts'
import { Overview } from '../contract/projects/overview.ts'
import {
  Project,
  ProjectCreate,
  ProjectDelete,
  ProjectDetail,
  ProjectUpdate,
} from '../contract/projects/projects.ts'
import { SavedView, SavedViewCreate, SavedViewUpdate } from '../contract/projects/views.ts'
import {
  ActiveStudies,
  ResearchAnswerCreate,
  ResearchAnswerCreated,
  StudyEntry,
} from '../contract/research/research.ts'
import { Study, StudyAnswer, StudyCreate, StudyUpdate } from '../contract/research/studies.ts'
import { SampleFacts, SampleRemoved, TestObservation } from '../contract/sample/samples.ts'
import type { Schema } from '../contract/schema.ts'
import { TagTest, TagTestCreate, TagTestItem } from '../contract/tags/tag-tests.ts'
import { Tag, TagConfig, TagDetail, TagRematch, TagVerdict } from '../contract/tags/tags.ts'

export const OPENAPI_COMPONENTS: Record<string, Schema> = {
  Observation,
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
  ObservationItemCreate,
  ActiveStudies,
  ResearchAnswerCreate,
  ResearchAnswerCreated,
  StudyEntry,
  ApiKey,
  ApiKeyCreate,
  ApiKeyCreated,
  ApiKeyRotate,
  GuidelinesDetail,
  GuidelinesVersion,
  ObservationDetail,
  ObservationItem,
  Project,
  ProjectCreate,
  ProjectDelete,
  ProjectDetail,
  ProjectLimits,
  ProjectLimitsUpdate,
  ProjectUpdate,
  Study,
  StudyAnswer,
  StudyCreate,
  StudyUpdate,
  TagDetail,
  TextSegment,
  AccessToken,
  AccessTokenCreate,
  AccessTokenCreated,
  Account,
  AccountUpdate,
  Invite,
  InviteAccept,
  InviteAccepted,
  InviteCreate,
  InviteCreated,
  InviteShown,
  InviteToken,
  Member,
  MemberUpdate,
  PasswordReset,
  Session,
  SetUp,
  AuditEntry,
  Day,
  DigestFailure,
  DigestRetried,
  DigestStatus,
  Issue,
  IssueApart,
  IssueDetail,
  IssueMerge,
  IssueSplit,
  IssueTrend,
  IssueUpdate,
  ObservationMove,
  Overview,
  SentimentCounts,
  SentimentDay,
  TagRematch,
  TagVerdict,
  IssueSeries,
  IssueUser,
  IssuesChange,
  IssuesChanged,
  MergedIssue,
  MergedIssues,
  SampleFacts,
  SampleRemoved,
  TestObservation,
  TagTest,
  TagTestCreate,
  TagTestItem,
  Import,
  ImportDetail,
  ImportMapping,
  ImportPreview,
  SavedView,
  SavedViewCreate,
  SavedViewUpdate,
  DigestEvent,
  ManyEvent,
  Guidelines,
  Tag,
  TagConfig,
}
