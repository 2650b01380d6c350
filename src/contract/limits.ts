// All limits of the public interface. Validators, OpenAPI, MCP schemas and console forms read them from here.
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
  /** How many levels a JSON body may nest, and how many strings, lists, objects and commas it may contain in total. */
  jsonDepth: 64,
  jsonParts: 10_000,
  /** The highest rate limit that owners can set. */
  requestsPerMinute: 1_000_000,
  observationsPerDay: 1_000_000_000,
  /** How long a replaced key can remain valid, and how long before a key expires people are reminded. */
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
  /** An application that registered but was never connected is deleted after this. */
  oauthUnusedClientDays: 30,
  tagLabelLength: 200,
  tagPhrases: 200,
  tagPhraseLength: 500,
  tagExamples: 200,
  tagTextLength: 4_000,
  tagTestObservations: 500,
  tagTestItems: 50,
  tagTestSeconds: 10,
  /** How long a search by meaning waits for a worker before it searches for words instead. */
  meaningSearchSeconds: 4,
  /** How long a list of issues waits for issues that are close in meaning. */
  issueMeaningMs: 150,
  questionLength: 4_000,
  criteriaLength: 8_000,
  answersPerStudy: 2_147_483_647,
  restDays: 3_650,
  /** A study with fewer answers can be read at a glance, and is too small for themes. */
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
  /** The period of the console's redaction counts. */
  redactionDays: 30,
  /** Per imported file; `importRowLength` counts all columns of a row. */
  importBytes: 1024 * 1024 * 1024,
  importRows: 1_000_000,
  importRowLength: 1_000_000,
  importColumns: 200,
  importColumnLength: 200,
  importSentiments: 100,
  importSentimentLength: 100,
  externalIdLength: 512,
  /** Per file that is previewed before an import. */
  importPreviewBytes: 256 * 1024,
  importPreviewRows: 10,
  importReasons: 100,
  /** Per project, compressed. */
  archiveBytes: 16 * 1024 * 1024 * 1024,
  commentLength: 16_384,
  ticketUrlLength: 2_000,
  ticketsPerIssue: 20,
  ticketTemplateLength: 2_000,
  splitObservations: 1_000,
  issuesAtOnce: 100,
  /** How many issues agents see, and for how many days after an issue was resolved. */
  knownIssues: 30,
  knownIssueDays: 30,
  targetsPerProject: 20,
  targetAddressLength: 2_000,
  targetRecipients: 20,
  targetUsers: 1_000_000,
  /** How long a message is retried, and how long the message log is kept. */
  deliveryHours: 24,
  deliveryLogDays: 30,
  /** How long the audit log keeps moves and merges by the digest. */
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
  /** How long a test observation is kept unless it is removed earlier. */
  testObservationHours: 24,
  userIssues: 10,
  mergedIssues: 100,
  /** How many user quotes an issue shows, and how many of its newest observations are searched for them. */
  issueQuotes: 3,
  issueQuoteObservations: 200,
  issueTags: 3,
  /** How many of an issue's newest observations its tags are read from. */
  issueTagObservations: 30,
  countedUsers: 100_000,
  /** How far matches of a filter are counted one by one. */
  countedObservations: 100_000,
  /** How far the total over a list is counted; more is shown as “10,000+”. */
  listTotal: 10_000,
  countedJobs: 1_000,
  /** How far possible duplicates are counted; more is shown as “100+”. */
  countedDuplicates: 100,
  /** How far pending observations are counted; more is shown as “10,000+”. */
  countedPending: 10_000,
  overviewDays: 365,
  /** For a single issue, when no period is chosen. */
  issueSeriesDays: 90,
  /** The period when none is chosen. */
  periodDays: 30,
  pageSize: 50,
  pageSizeMax: 200,
  /** Smaller at the team's MCP endpoint, because an answer takes space in a model's context. */
  teamPageSize: 10,
  teamPageSizeMax: 50,
  teamAnswerTokens: 4_000,
  /** Per call of `review_issue` or `judge_duplicates`. */
  reviewsAtOnce: 40,
} as const

/** The likeness, from 0 to 1, from which a similar issue is worth a look. */
export const WORTH_A_LOOK_FROM = 0.6
