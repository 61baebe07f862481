import { readFileSync } from 'node:fs'
import { Command as CommanderCommand, CommanderError, Option } from 'commander'
import type { Command, Flag } from './command.js'
import { exitCodes } from './errors.js'
import { describeError, tellFailure, type Failure, type FailureOptions } from './failure.js'
import type { Io } from './process-io.js'
import { printable } from './printable.js'

/** A program as people meet it. */
export interface Program<Flags> extends FailureOptions {
  readonly name: string
  readonly description: string
  readonly version: string
  /** In the order of the help. */
  readonly commands: readonly Command<Flags>[]
  /** What to say after Ctrl-C: what stays, and what to do next. */
  readonly whenInterrupted: string
  /** What the program's own errors mean; undefined for others. */
  readonly describeFailure: (error: unknown) => Failure | undefined
}

/**
 * Runs a program and returns its exit status: what the command said, or 1 failed, 2 not understood, 130 interrupted.
 * Failures are told on the talk stream, as JSON where the arguments hold `--json` or `--format json`.
 */
export async function runProgram<Flags extends object>(
  program: Program<Flags>,
  argv: readonly string[],
  io: Io,
): Promise<number> {
  const asJson = asksForJson(argv)
  const { commander, exitCode } = createCommander(program, io, asJson)
  const how = { name: program.name, asJson }
  try {
    await commander.parseAsync([...argv], { from: 'user' })
    return exitCode()
  } catch (error) {
    if (!(error instanceof CommanderError)) return tellFailure(describeError(error, program), how, io)
    if (error.exitCode === 0) return exitCodes.done
    if (!asJson) return exitCodes.usage
    const message = error.message.replace(/^error: /, '')
    return tellFailure({ code: 'USAGE', message, exitCode: exitCodes.usage }, how, io)
  }
}

/** Looked for in the arguments themselves, since they may not be understood. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const flags = end === -1 ? argv : argv.slice(0, end)
  if (flags.includes('--json') || flags.includes('--format=json')) return true
  return flags.some((flag, place) => flag === '--format' && flags[place + 1] === 'json')
}

function createCommander<Flags extends object>(program: Program<Flags>, io: Io, asJson: boolean) {
  const commander = new CommanderCommand(program.name)
    .description(program.description)
    .version(program.version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .showSuggestionAfterError()
    .showHelpAfterError(`Run '${program.name} --help' for what there is.`)
    .exitOverride()
    // As JSON a failure is told once, by us.
    .configureOutput({
      writeOut: io.write,
      writeErr: (text) => void (asJson || io.talk(printable(text, { keepLines: true }))),
    })
  const outcomes = program.commands.map((command) => addCommand(commander, command, io))
  return { commander, exitCode: () => Math.max(...outcomes.map(({ exitCode }) => exitCode)) }
}

function addCommand<Flags extends object>(
  parent: CommanderCommand,
  { name, words, help, example, flags, load }: Command<Flags>,
  io: Io,
) {
  const outcome = { exitCode: exitCodes.done as number }
  const command = parent
    .command(`${name} ${words}`.trim())
    .description(help)
    .addHelpText('after', `\nExample:\n  ${example}`)
    .action(async () => {
      const run = await load()
      outcome.exitCode = await run({ words: command.args, flags: command.opts(), io })
    })
  for (const flag of flags) command.addOption(toOption(flag))
  return outcome
}

function toOption<Flags>({ syntax, help, choices, parse, isRepeatable }: Flag<Flags>): Option {
  const option = new Option(syntax, help)
  if (choices) option.choices([...choices])
  if (parse) option.argParser(parse)
  if (isRepeatable) option.argParser((value: string, values: string[] = []) => [...values, value])
  return option
}

/** The version that a package.json names; empty if it names none. */
export function readVersion(manifest: URL): string {
  const fields: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
  return typeof fields === 'object' && fields && 'version' in fields ? String(fields.version) : ''
}
