import { printable } from '@recallite/keyword/invisible'
import { Command as CommanderCommand, CommanderError, Option } from 'commander'
import type { Command, Flag } from './command.js'
import { exitCodes, UsageError } from './errors.js'
import { renderJsonLine } from './printable.js'
import type { Io } from './process-io.js'

interface Program<Flags> extends FailureOptions {
  readonly description: string
  readonly version: string
  /** In the order of the help. */
  readonly commands: readonly Command<Flags>[]
}

/**
 * Runs a program and returns its exit status: the command's own, or 1 failed, 2 not understood, 130 interrupted.
 * Failures are printed on stderr, as JSON if the arguments contain `--json` or `--format json`.
 */
export async function runProgram<Flags extends object>(
  program: Program<Flags>,
  argv: readonly string[],
  io: Io,
): Promise<number> {
  const asJson = asksForJson(argv)
  const how = { name: program.name, asJson }
  let exitCode: number = exitCodes.done
  const commander = createCommander(program, io, asJson)
  const words = argv.filter((word, index) => !isAllOfHelp(word, index, argv))
  const showsAll = words.length < argv.length
  // Without a command in the first word, help and suggestions need all commands.
  const named = program.commands.find(({ name }) => name === argv[0])
  for (const command of named ? [named] : program.commands)
    addCommand(commander, command, { io, showsAll, onEnd: (status) => (exitCode = status) })
  try {
    await commander.parseAsync(words, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) return tellFailure(await describeError(error, program), how, io)
    if (error.exitCode === 0) return exitCodes.done
    const isPlain = error.code === 'commander.unknownOption' && !error.message.includes('Did you mean')
    const hint = isPlain ? dashHint(program, argv) : ''
    if (!asJson) {
      if (hint !== '') io.talk(`${hint}\n`)
      return exitCodes.usage
    }
    const message = [error.message.replace(/^error: /, ''), hint].filter((part) => part !== '').join('. ')
    return tellFailure({ code: 'USAGE', message, exitCode: exitCodes.usage }, how, io)
  }
}

/** Whether a word is the `all` of `--help all`. */
function isAllOfHelp(word: string, index: number, argv: readonly string[]): boolean {
  return (
    word === 'all' && ['--help', '-h'].includes(argv[index - 1] ?? '') && !argv.slice(0, index).includes('--')
  )
}

/** How to pass words that begin with a dash to the command; empty if it accepts no free text. */
function dashHint<Flags>({ name, commands }: Program<Flags>, [first]: readonly string[]): string {
  if (!commands.some((command) => command.hasFreeText && command.name === first)) return ''
  return `Quote a word that begins with a dash together with the words before it, or put it after two dashes: ${name} ${first} -- wanted -unwanted`
}

/** Inspects the raw arguments, since parsing them may fail. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const flags = end === -1 ? argv : argv.slice(0, end)
  if (flags.includes('--json') || flags.includes('--format=json')) return true
  return flags.some((flag, index) => flag === '--format' && flags[index + 1] === 'json')
}

function createCommander<Flags extends object>(program: Program<Flags>, io: Io, asJson: boolean) {
  return (
    new CommanderCommand(program.name)
      .description(program.description)
      .version(program.version, '-v, --version', 'print the version')
      .helpOption('-h, --help', 'print help')
      .showSuggestionAfterError()
      .showHelpAfterError(`Run '${program.name} --help' for the list of commands.`)
      .exitOverride()
      // With JSON, `runProgram` prints the failure.
      .configureHelp({ subcommandTerm: (command) => command.name() })
      .helpCommand('help', "print the help of a command; 'COMMAND --help all' lists every flag")
      .configureOutput({
        writeOut: io.write,
        writeErr: (text) => void (asJson || io.talk(printable(text, { keepLines: true }))),
        outputError: (text, write) => write(text.replace(/^error: /u, `${program.name}: `)),
        getOutHelpWidth: () => io.columns,
        getErrHelpWidth: () => io.columns,
      })
  )
}

function addCommand<Flags extends object>(
  parent: CommanderCommand,
  { name, words = '', help, summary = help, group, example, notes, details, flags, load }: Command<Flags>,
  { io, showsAll, onEnd }: { io: Io; showsAll: boolean; onEnd: (exitCode: number) => void },
) {
  const isHidden = ({ isRare = false }: Flag) => isRare && !showsAll
  const full = `${parent.name()} ${name} --help all`
  const texts = [
    flags.some(isHidden) ? `Less common flags: ${full}` : [],
    notes ?? [],
    (showsAll && details) || [],
    `Example:\n  ${example}`,
  ]
  const command = parent
    .command(`${name} ${words}`.trim())
    .description(help)
    .summary(summary)
    .showHelpAfterError(`Run '${parent.name()} ${name} --help' for its flags and an example.`)
    .addHelpText('after', `\n${texts.flat().join('\n\n')}`)
    .action(async () => {
      const run = await load()
      onEnd((await run({ words: command.args, flags: command.opts(), io })) ?? exitCodes.done)
    })
  if (group !== undefined) command.helpGroup(group)
  for (const flag of flags) command.addOption(toOption(flag).hideHelp(isHidden(flag)))
}

function toOption({ syntax, help, group, choices, parse, isRepeatable }: Flag): Option {
  const option = new Option(syntax, help)
  // A flag such as `--no-time` is not the negation of a flag `--time`.
  option.negate = false
  if (group !== undefined) option.helpGroup(group)
  if (choices) option.choices([...choices])
  if (parse) option.argParser(parse)
  const { parseArg = (value: string) => value } = option
  if (isRepeatable)
    option.argParser((value: string, values: unknown[] = []) => [...values, parseArg(value, undefined)])
  return option
}

/** A failure as it is printed: a stable code, a sentence, and the exit status. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly exitCode: number
}

/** How a program describes its failures. */
interface FailureOptions {
  readonly name: string
  /** The message after Ctrl-C: what happened, and what to do next. */
  readonly whenInterrupted: string
  /** Describes the program's own errors; undefined for others. */
  readonly describeFailure: (error: unknown) => Failure | undefined | Promise<Failure | undefined>
}

/** Describes an error: an interruption, the program's own, a disk error, or an unexpected one with its stack. */
async function describeError(error: unknown, { whenInterrupted, describeFailure }: FailureOptions) {
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'INTERRUPTED', message: whenInterrupted, exitCode: exitCodes.interrupted }
  }
  if (error instanceof UsageError) {
    return { code: error.code, message: error.message, exitCode: exitCodes.usage }
  }
  const exitCode = exitCodes.failed
  if (isOfSystem(error)) return { ...describeRefusal(error), exitCode }
  const failure = await describeFailure(error)
  if (failure) return failure
  if (!(error instanceof Error)) return { code: 'UNEXPECTED', message: String(error), exitCode }
  return { code: 'UNEXPECTED', message: error.stack ?? error.message, exitCode }
}

/** Whether an error has a code such as `ENOENT`. Node's own codes and ours contain an underscore. */
const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && /^E[A-Z\d]+$/u.test(String(error.code))

/** Describes an error of the operating system, whose message has the system's code, the operation and the path. */
function describeRefusal({ code: name = '', message }: NodeJS.ErrnoException) {
  const [code, sentence] = refusals[name] ?? ['SYSTEM_REFUSED', 'The system refused this. Check the path']
  return { code, message: `${sentence}. (${message})` }
}

const notPermitted = ['NOT_PERMITTED', 'This user lacks permission. Change the permissions'] as const
const inTheWay = ['IN_THE_WAY', 'A file exists where a folder is needed. Move it away'] as const

const tooManyFiles = ['TOO_MANY_FILES', 'Too many files are open. Run: ulimit -n 4096'] as const

const refusals: Readonly<Record<string, readonly [code: string, sentence: string]>> = {
  EACCES: notPermitted,
  EPERM: notPermitted,
  ENOTDIR: inTheWay,
  EEXIST: inTheWay,
  EISDIR: ['IN_THE_WAY', 'A folder exists where a file is needed. Use another path'],
  ENOENT: ['PATH_MISSING', 'A file, folder or socket does not exist. Check its path'],
  ENAMETOOLONG: ['PATH_INVALID', 'A name or path is too long for this system. Use a shorter one'],
  ELOOP: ['PATH_INVALID', 'A link leads back to itself. Use another path'],
  EMFILE: tooManyFiles,
  ENFILE: tooManyFiles,
  ENOSPC: ['DISK_FULL', 'The disk is full. Free some space and run the same command again'],
  EDQUOT: ['DISK_FULL', 'Your disk quota is used up. Free some space and run the same command again'],
  EROFS: ['DISK_FAILED', 'The disk is read-only. Make it writable, or use another path'],
  EIO: ['DISK_FAILED', 'The disk failed. Check it and run the same command again'],
}

/** Prints a failure on stderr, as a line or as JSON, and returns its exit status. */
function tellFailure(
  { code, message, exitCode }: Failure,
  { name, asJson }: { name: string; asJson: boolean },
  io: Io,
): number {
  if (asJson) io.talk(`${renderJsonLine({ error: { code, message } })}\n`)
  else io.talk(`${name}: ${printable(message, { keepLines: true })} (${code})\n`)
  return exitCode
}
