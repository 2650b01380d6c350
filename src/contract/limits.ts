// Every limit of the public interface, written once: validators, OpenAPI, MCP schemas and console forms read it.
export const LIMITS = {
  userIdLength: 512,
  interactionIdLength: 512,
  titleLength: 500,
  descriptionLength: 32_768,
  quoteLength: 500,
  answerLength: 32_768,
  observationsPerBatch: 50,
  bodyBytes: 8 * 1024 * 1024,
  accountBodyBytes: 16 * 1024,
  /** A JSON body may nest so many levels, and hold so many strings, lists, objects and commas together. */
  jsonDepth: 64,
  jsonParts: 10_000,
  /** The highest that owners can set as a limit. */
  requestsPerMinute: 1_000_000,
  observationsPerDay: 1_000_000_000,
  /** For how long a replaced key may go on, and how long before its end people are reminded of a key. */
  keyOverlapHours: 720,
  keyReminderDays: 7,
  idempotencyKeyLength: 255,
  idempotencyHours: 24,
  nameLength: 200,
  aboutLength: 300,
  linkTemplateLength: 2_000,
  emailLength: 254,
  passwordLengthMin: 8,
  passwordLengthMax: 128,
  linkTokenLength: 100,
  adminTokenLengthMin: 16,
  backupPassphraseLengthMin: 16,
  /** The query with which an application sends a member to the consent page. */
  oauthQueryLength: 8_000,
  oauthAccessMinutes: 60,
  oauthRefreshDays: 30,
  /** An application that registered and was never connected is forgotten after this. */
  oauthUnusedClientDays: 30,
  tagLabelLength: 200,
  tagPhrases: 200,
  tagPhraseLength: 500,
  tagExamples: 200,
  tagTextLength: 4_000,
  tagTestObservations: 500,
  tagTestItems: 50,
  tagTestSeconds: 10,
  /** How long a search by meaning waits for a worker, before it looks for the words instead. */
  meaningSearchSeconds: 4,
  /** A list of issues is not kept waiting longer for what is close in meaning. */
  issueMeaningMs: 150,
  questionLength: 4_000,
  criteriaLength: 8_000,
  answersPerStudy: 2_147_483_647,
  restDays: 3_650,
  /** A study of fewer answers is read at a glance, and says too little for themes. */
  themesFrom: 12,
  themesPerStudy: 200,
  mergedThemesPerStudy: 200,
  themeTitleLength: 200,
  splitAnswers: 1_000,
  guidelineLength: 65_536,
  /** Topics of interest, and as many topics to avoid. */
  noteTopics: 20,
  noteTopicLength: 80,
  issueTitleLength: 500,
  issueSummaryLength: 1_000,
  noteLength: 4_000,
  redactionPatterns: 10,
  redactionPatternLength: 200,
  redactionNameLength: 40,
  redactionTestLength: 4_000,
  retentionDays: 36_500,
  /** Of which the console shows how much was redacted. */
  redactionDays: 30,
  /** Of one imported file; `importRowLength` counts all columns of a row. */
  importBytes: 1024 * 1024 * 1024,
  importRows: 1_000_000,
  importRowLength: 1_000_000,
  importColumns: 200,
  importColumnLength: 200,
  importSentiments: 100,
  importSentimentLength: 100,
  externalIdLength: 512,
  /** Of a file that is looked at before it is imported. */
  importPreviewBytes: 256 * 1024,
  importPreviewRows: 10,
  importReasons: 100,
  /** Of a whole project, compressed. */
  archiveBytes: 16 * 1024 * 1024 * 1024,
  commentLength: 16_384,
  ticketUrlLength: 2_000,
  ticketsPerIssue: 20,
  ticketTemplateLength: 2_000,
  splitObservations: 1_000,
  issuesAtOnce: 100,
  /** How many issues agents are told of, and for how many days after they are resolved. */
  knownIssues: 30,
  knownIssueDays: 30,
  targetsPerProject: 20,
  targetAddressLength: 2_000,
  targetRecipients: 20,
  targetUsers: 1_000_000,
  /** How long a message is tried again, and how long the log of messages is kept. */
  deliveryHours: 24,
  deliveryLogDays: 30,
  /** Of the audit log: what the digest moved and merged by itself. */
  auditMovesDays: 90,
  searchLength: 500,
  searchWords: 64,
  searchDashes: 10,
  viewNameLength: 100,
  viewQueryLength: 2_000,
  inviteDays: 7,
  setUpLinkDays: 7,
  resetLinkHours: 24,
  similarObservations: 10,
  /** A test observation is kept so long, unless it is removed before. */
  testObservationHours: 24,
  userIssues: 10,
  mergedIssues: 100,
  /** Of users' own words, as an issue shows them, and among how many of its newest observations they are looked for. */
  issueQuotes: 3,
  issueQuoteObservations: 200,
  issueTags: 3,
  /** Of its newest observations: the tags of an issue are read from these alone. */
  issueTagObservations: 30,
  countedUsers: 100_000,
  /** Of what a filter finds: more are not counted one by one. */
  countedObservations: 100_000,
  /** Of the total over a list: more are shown as “10,000+”. */
  listTotal: 10_000,
  countedJobs: 1_000,
  /** Of possible duplicates: more are shown as “100+”. */
  countedDuplicates: 100,
  /** Of what waits to be digested: more is shown as “10,000+”. */
  countedPending: 10_000,
  overviewDays: 365,
  /** Of a single issue, when no period is chosen. */
  issueSeriesDays: 90,
  /** The period that is looked at when none is chosen. */
  periodDays: 30,
  pageSize: 50,
  pageSizeMax: 200,
  /** At the team's MCP endpoint, where an answer takes room in a model's context. */
  teamPageSize: 10,
  teamPageSizeMax: 50,
  teamAnswerTokens: 4_000,
  /** Of one call to `review_issue` or `judge_duplicates`. */
  reviewsAtOnce: 40,
} as const

/** The likeness, of 0 to 1, from which an issue is worth a look beside one that it is like. */
export const WORTH_A_LOOK_FROM = 0.6
