import { printable } from '@recallite/keyword/invisible'
import { Command as CommanderCommand, CommanderError, Option } from 'commander'
import type { Command, Flag } from './command.js'
import { exitCodes } from './errors.js'
import { describeError, tellFailure, type FailureOptions } from './failure.js'
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
