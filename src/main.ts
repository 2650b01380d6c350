#!/usr/bin/env node
// The command line, and the only reader of process.env.

import { Command, Option } from 'commander'
import {
  accountDelete,
  accountLink,
  accountList,
  accountReset,
  accountUpdate,
} from './cli/account-commands.ts'
import { readProcesses, requireDateTime, requireName } from './cli/arguments.ts'
import {
  backupCommand,
  type RestoreFlags,
  restoreCommand,
  type UpgradeFlags,
  upgradeDatabaseCommand,
} from './cli/backup-commands.ts'
import { closeInTime, stopped } from './cli/close-in-time.ts'
import { doctor } from './cli/doctor/doctor.ts'
import { explain } from './cli/explain.ts'
import { projectExport, projectImport } from './cli/imports/archive-commands.ts'
import { type ImportOptions, importFile, undoImportCommand } from './cli/imports/import-commands.ts'
import { openSampleCommand } from './cli/open-sample.ts'
import type { Output } from './cli/output.ts'
import {
  keyCreate,
  keyList,
  keyRevoke,
  migrateCommand,
  projectCreate,
  projectList,
  redigest,
} from './cli/project-commands.ts'
import { ROLES, type ServeOptions, serve } from './cli/serve.ts'
import { type Service, startWorker } from './cli/service.ts'
import { settingsHelp } from './cli/settings-help.ts'
import { loadConfig } from './config.ts'
import { DATE_ORDERS, IMPORT_FIELDS, IMPORT_FORMATS } from './contract/labels.ts'
import { LIMITS } from './contract/limits.ts'
import { VERSION } from './process-facts.ts'

const program = new Command('fieldnote')
  .description('Collects what AI agents learn about the users of a product, over REST and MCP.')
  .version(VERSION)
  .showHelpAfterError('(run with --help for usage)')
  .addHelpText(
    'after',
    `\nSettings (environment variables, all optional):\n${settingsHelp()}\n
Examples:
  $ fieldnote serve
  $ BACKUP_PASSPHRASE=… fieldnote backup monday.backup
  $ PORT=8080 DATABASE_URL=postgres://me@db/fieldnote fieldnote serve
  $ fieldnote key create --project 0199c0de-… --name "Support agent"
  $ fieldnote import tickets.csv --column title=Subject --sentiment "grumpy=negative" --preview`,
  )

const config = () => loadConfig(process.env)
type OfProject = Output & { project: string }
const json = ['--json', 'print JSON instead of a table'] as const

program
  .command('serve', { isDefault: true })
  .description('run the service in the foreground; SIGTERM or Ctrl-C stops it cleanly')
  .addOption(
    new Option('--role <role>', 'what it does: api answers calls, worker digests, all is both')
      .choices(ROLES)
      .default('all'),
  )
  .option(
    '--processes <number>',
    'number of processes on the same port; with role all, one more runs the digest',
    readProcesses,
    1,
  )
  .allowExcessArguments() // an unknown command arrives here, as an argument of the default one
  .action((options: ServeOptions, { args }: Command) => {
    if (args.length > 0) program.error(excessError(program.args[0] ?? '', args))
    return runUntilStopped(serve(config(), options))
  })

program
  .command('migrate')
  .description('bring the database schema up to date and exit (serve does this too)')
  .option(...json)
  .action((output: Output) => migrateCommand(config(), output))

program
  .command('backup <file>')
  .description('write everything to an encrypted file while services run, and verify it')
  .option(...json)
  .action((file: string, output: Output) => backupCommand(config(), file, output, stopped()))

program
  .command('restore <file>')
  .description('fill an empty database from a backup, all or nothing, and compare every row')
  .option('--replace', 'delete what is in the database first')
  .option('--check', 'only verify the file; restore nothing')
  .option(...json)
  .action((file: string, flags: RestoreFlags) => restoreCommand(config(), file, flags))

program
  .command('upgrade-database')
  .description(
    'upgrade the embedded database of an older release to the PostgreSQL of this one; keeps the old folder',
  )
  .option('--programs <folder>', 'folder with the older PostgreSQL, if it is not found')
  .option(...json)
  .action((flags: UpgradeFlags) => upgradeDatabaseCommand(config(), flags))

program
  .command('worker')
  .description(
    'digest, import and send messages, alongside services on the same database; SIGTERM or Ctrl-C stops it cleanly',
  )
  .action(() => runUntilStopped(startWorker(config())))

program
  .command('redigest')
  .description('digest every observation of a project again, keeping what people decided; may be repeated')
  .requiredOption('--project <id>', 'the project')
  .option(...json)
  .action(({ project: id, ...output }: OfProject) => redigest(config(), id, output))

program
  .command('demo')
  .description('create a sample project with a month of data about an invented product')
  .option('--project <id>', 'the project whose team gets it, if there are several')
  .option(...json)
  .action(({ project: id, ...output }: Partial<OfProject> & Output) =>
    openSampleCommand(config(), id, output),
  )

program
  .command('doctor')
  .description('check this installation and report problems; changes nothing, exit code 1 if there are any')
  .option(...json)
  .action(async (output: Output) => {
    process.exitCode = (await doctor(config, output)) ? 0 : 1
  })

const more = (value: string, before: string[]): string[] => [...before, value]
const ofOne = ['--project <id>', 'the project, if there are several'] as const
program
  .command('import <file>')
  .description('import the rows of a CSV or JSON Lines file as observations; columns are recognized by name')
  .option(...ofOne)
  .option('--preview', 'show how the file would be read; store nothing')
  .option('--column <field=column>', `the column for one of ${IMPORT_FIELDS.join(', ')}`, more, [])
  .option('--sentiment <value=label>', 'what a value of the sentiment column means', more, [])
  .addOption(new Option('--dates <order>', 'how to read 03/04/2026').choices(DATE_ORDERS))
  .addOption(
    new Option('--format <format>', 'the format, if the file name does not say').choices(IMPORT_FORMATS),
  )
  .option(...json)
  .action((file: string, options: ImportOptions) => importFile(config(), file, options))
program
  .command('undo-import <import-id>')
  .description('remove everything that an import added')
  .option(...ofOne)
  .option(...json)
  .action((id: string, options: Output & { project?: string }) => undoImportCommand(config(), id, options))

const project = program
  .command('project')
  .description('create and list projects, and move them to another instance')
project
  .command('create <name>')
  .description('create a project')
  .option(...json)
  .action((name: string, output: Output) => projectCreate(config(), requireName(name), output))
project
  .command('list')
  .description('list all projects')
  .option(...json)
  .action((output: Output) => projectList(config(), output))

project
  .command('export <file>')
  .description(
    'write a whole project into one archive, a new file, for another instance; no accounts and no secrets',
  )
  .option(...ofOne)
  .option(...json)
  .action((file: string, options: Output & { project?: string }) =>
    projectExport(config(), file, options, stopped()),
  )
project
  .command('import <file>')
  .description('create a project from an archive of the same version, with the same ids')
  .option(...json)
  .action((file: string, output: Output) => projectImport(config(), file, output))

const key = program.command('key').description('create, list and revoke API keys')
key
  .command('create')
  .description('create an API key and print it once')
  .requiredOption('--project <id>', 'the project the key is for')
  .option('--name <name>', 'what the key is for', 'API key')
  .option('--expires-at <time>', 'when it stops working, such as 2027-01-01T00:00:00Z')
  .option(...json)
  .action(({ project: id, name, expiresAt, ...output }: OfProject & { name: string; expiresAt?: string }) =>
    keyCreate(config(), { project: id, name: requireName(name), ...requireDateTime(expiresAt) }, output),
  )
key
  .command('list')
  .description("list a project's API keys")
  .requiredOption('--project <id>', 'the project')
  .option(...json)
  .action(({ project: id, ...output }: OfProject) => keyList(config(), id, output))
key
  .command('revoke <key-id>')
  .description('revoke an API key at once, on every process')
  .requiredOption('--project <id>', 'the project')
  .option(...json)
  .action((keyId: string, { project: id, ...output }: OfProject) => keyRevoke(config(), id, keyId, output))

const account = program.command('account').description('manage who can sign in')
account
  .command('link')
  .description('print a new link that creates the first account')
  .option(...json)
  .action((output: Output) => accountLink(config(), output))
account
  .command('reset <email>')
  .description(`print a link that sets a new password, once, within ${LIMITS.resetLinkHours} hours`)
  .option(...json)
  .action((email: string, output: Output) => accountReset(config(), email, output))
account
  .command('list')
  .description('list all accounts')
  .option(...json)
  .action((output: Output) => accountList(config(), output))
account
  .command('disable <email>')
  .description('sign someone out everywhere and block sign-in until enabled')
  .option(...json)
  .action((email: string, output: Output) => accountUpdate(config(), email, { disabled: true }, output))
account
  .command('enable <email>')
  .description('let a disabled account in again')
  .option(...json)
  .action((email: string, output: Output) => accountUpdate(config(), email, { disabled: false }, output))
account
  .command('delete <email>')
  .description('delete an account with its sessions, tokens, apps and memberships')
  .option(...json)
  .action((email: string, output: Output) => accountDelete(config(), email, output))

function excessError(command: string, args: string[]): string {
  if (command === 'serve') return `error: serve takes no arguments, not '${args.join(' ')}'`
  return `error: unknown command '${command}'`
}

// npm forwards the Ctrl-C that the terminal has already sent to the whole group, so one request arrives twice.
const SAME_REQUEST_MS = 1_000

async function runUntilStopped(starting: Promise<Service>): Promise<void> {
  let asked = 0
  const stop = () => {
    if (asked && Date.now() - asked > SAME_REQUEST_MS) process.exit(1) // asked again: do not wait any longer
    if (asked) return
    asked = Date.now()
    closeInTime(starting.then((service) => service.close())).then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  await starting
}

function fail(error: unknown): never {
  process.stderr.write(`fieldnote: ${explain(error)}\n`)
  process.exit(1)
}

program.parseAsync().catch(fail)
