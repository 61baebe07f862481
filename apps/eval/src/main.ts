import { readFileSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import { commands, type Command as TableCommand } from './command-table.js'
import { exitCodes } from './exit-codes.js'
import { tellFailure } from './failure.js'
import type { Flag } from './flags/flag-table.js'
import type { Io } from './io.js'

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : ''
}

function toOption({ syntax, help, choices, parse }: Flag): Option {
  const option = new Option(syntax, help)
  if (choices) option.choices([...choices])
  if (parse) option.argParser(parse)
  return option
}

function addCommand(program: Command, { name, words, help, example, flags, load }: TableCommand, io: Io) {
  const outcome = { exitCode: exitCodes.done as number }
  const command = program
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

function createProgram(io: Io) {
  const program = new Command('recallite-eval')
    .description('Replays query suites over an index and compares fusion strategies in numbers.')
    .version(version(), '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .showSuggestionAfterError()
    .showHelpAfterError("Run 'recallite-eval --help' for what there is.")
    .exitOverride()
    .configureOutput({ writeOut: io.write, writeErr: io.talk })
  const outcomes = commands.map((command) => addCommand(program, command, io))
  return { program, exitCode: () => Math.max(...outcomes.map(({ exitCode }) => exitCode)) }
}

/** Runs the program and returns its exit status: 0 done, 1 failed, 2 not understood, 130 interrupted. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const { program, exitCode } = createProgram(io)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode()
  } catch (error) {
    if (!(error instanceof CommanderError)) return tellFailure(error, io, argv.includes('--json'))
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  }
}
