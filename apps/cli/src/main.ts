import { runProgram, type Io } from '@recallite/command-line'
import { useProxy } from '@recallite/settings/environment'
import { commands } from './commands/command-table.js'
import { programVersion } from './program-version.js'

/** Runs the program and returns its exit status, one of `exitCodes`. */
export function main(argv: readonly string[], io: Io): Promise<number> {
  useProxy()
  const program = {
    name: 'recallite',
    description: 'Searches Markdown notes and agent memory, by meaning and by exact words.',
    version: programVersion(),
    commands,
    whenInterrupted: 'Stopped. Finished work is saved; the next run continues.',
    // Loaded late: it imports every package, which a command that uses the resident program does not need.
    describeFailure: async (error: unknown) => (await import('./failure.js')).describeFailure(error),
  }
  return runProgram(program, argv, io)
}
