import { runProgram, type Io } from '@recallite/command-line'
import { commands } from './commands/command-table.js'
import { programVersion } from './program-version.js'

/**
 * Runs the program and returns its exit status: 0 done, 1 failed, 2 not understood, 3 done but incomplete, 130
 * interrupted.
 */
export function main(argv: readonly string[], io: Io): Promise<number> {
  const program = {
    name: 'recallite',
    description: 'Finds things in Markdown memory, by meaning and by exact words.',
    version: programVersion(),
    commands,
    whenInterrupted: 'Stopped. What was written stays; the next run does the rest.',
    // Knows the errors of every package, which a command that asks the resident program does not load.
    describeFailure: async (error: unknown) => (await import('./failure.js')).describeFailure(error),
  }
  return runProgram(program, argv, io)
}
