// All settings with their defaults and meanings, as `--help` prints them. config.ts parses them.
import { LIMITS } from './limits.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export const SETTINGS: readonly [name: string, fallback: string, meaning: string][] = [
  ['HOST', '127.0.0.1', 'address to listen on; 0.0.0.0 for all'],
  ['PORT', '4000', 'port to listen on; 0 picks a free one and prints it'],
  ['DATA_DIR', './data', 'folder of the embedded PostgreSQL'],
  ['DATABASE_URL', '', 'use this PostgreSQL (14 or newer) instead of the embedded one'],
  [
    'DATABASE_POOL_SIZE',
    '10',
    'the most connections of one process, besides 6 for agents and 2 for exports of projects',
  ],
  [
    'DATABASE_CONNECT_SECONDS',
    '5',
    'how long a call waits for a database connection; raise it for a slow database or network',
  ],
  [
    'BASE_URL',
    '',
    'public address of the whole host, without a path, as shown in MCP addresses and links; with https, apps can connect by OAuth; default: where it listens',
  ],
  [
    'ADMIN_TOKEN',
    '',
    `bearer token of the admin API that may do everything, ${LIMITS.adminTokenLengthMin} characters or more; default: accounts only`,
  ],
  [
    'OIDC_ISSUER',
    '',
    'OpenID Connect provider for signing in, such as https://id.example.com; default: none',
  ],
  ['OIDC_CLIENT_ID', '', 'id of this service at the provider'],
  ['OIDC_CLIENT_SECRET', '', 'its secret at the provider; without it the client is a public one'],
  ['OIDC_NAME', 'single sign-on', 'name of the provider on the sign-in button'],
  ['BOOTSTRAP_PROJECT_ID', '', 'at start, make sure that a project of this UUID exists'],
  ['BOOTSTRAP_API_KEY', '', 'at start, make sure that the project has this API key'],
  [
    'ALLOWED_ORIGINS',
    '',
    'browser origins whose pages may call REST and MCP, separated by commas; this machine and BASE_URL always may',
  ],
  [
    'TRUSTED_PROXIES',
    '',
    'addresses or ranges whose X-Forwarded-For is believed, separated by commas, such as 10.0.0.0/8 or loopback; default: none',
  ],
  [
    'RATE_LIMIT_PER_MINUTE',
    '',
    'requests a minute that one API key may send, over all processes; default: no limit',
  ],
  [
    'RATE_LIMIT_PROJECT_PER_MINUTE',
    '',
    'requests a minute that all keys of one project may send together; default: no limit',
  ],
  [
    'RATE_LIMIT_ADDRESS_PER_MINUTE',
    '',
    'requests a minute from one address to REST, MCP, the admin API and OAuth, whoever sends them; default: no limit',
  ],
  ['DIGEST_THREADS', '1', 'digest threads in this process; 0 leaves the digest to other processes'],
  [
    'GROUPING_THRESHOLD',
    '',
    'likeness from which observations share an issue; higher makes more, smaller issues; default: built in',
  ],
  [
    'EMBEDDINGS_URL',
    '',
    'OpenAI-compatible endpoint for embeddings, such as https://host/v1; default: offline',
  ],
  ['EMBEDDINGS_KEY', '', 'its bearer key'],
  ['EMBEDDINGS_MODEL', '', 'its model'],
  ['LLM_URL', '', 'OpenAI-compatible chat endpoint that words titles and decides close calls; default: none'],
  ['LLM_KEY', '', 'its bearer key'],
  ['LLM_MODEL', '', 'its model'],
  [
    'SMTP_URL',
    '',
    'mail server for alerts, invites and password resets, such as smtps://user:password@host; default: no email',
  ],
  ['MAIL_FROM', '', 'sender of its emails, such as Fieldnote <fieldnote@example.com>'],
  [
    'ALLOW_PRIVATE_TARGETS',
    'no',
    'yes or true allows webhooks to this machine and its network; no: public addresses only',
  ],
  [
    'BACKUP_PASSPHRASE',
    '',
    `passphrase that encrypts backups, ${LIMITS.backupPassphraseLengthMin} characters or more; default: one per backup, printed once`,
  ],
  ['BACKUP_FOLDER', '', 'folder for scheduled backups; default: none are made'],
  ['BACKUP_EVERY_HOURS', '24', 'hours between scheduled backups'],
  ['BACKUP_KEEP', '7', 'how many scheduled backups are kept'],
  ['LOG_LEVEL', 'info', LOG_LEVELS.join(', ')],
]
