import type { Command } from '../../command.js'
import { recordingIo } from '../../testing/recording-io.js'
import { completionsRun } from '../run-completions.js'

/** What the planted program's commands take. */
export interface PlantedFlags {
  readonly db?: string
  readonly shape?: string
  readonly often?: number
  readonly tag?: string[]
  readonly loud?: boolean
}

const load = async () => async () => 0

const shared = { example: 'planted-program', load }

/** A program with one command of each kind; its helps hold what shells would obey. */
export const plantedCommands: readonly Command<PlantedFlags>[] = [
  {
    ...shared,
    name: 'draw',
    words: '<thing...>',
    help: `draw it's [best] "thing": $(touch obeyed) \`touch obeyed\``,
    flags: [
      { name: 'db', syntax: '--db <file>', help: 'where: ~/x' },
      { name: 'shape', syntax: '--shape <name>', help: "a shape's name", choices: ['round', 'square', 'star'] },
      { name: 'often', syntax: '--often <number>', help: 'how often' },
      { name: 'tag', syntax: '--tag <name>', help: 'may be repeated', isRepeatable: true },
      { name: 'loud', syntax: '--loud', help: 'say so' },
    ],
  },
  { ...shared, name: 'drop', words: '[action] [name]', help: 'drop', flags: [], completes: ['list', 'all'] },
  { ...shared, name: 'scan', words: '[folder...]', help: 'scan', flags: [] },
]

/** The planted program's completions for a shell. */
export async function plantedScript(shell: string): Promise<{ script: string; advice: string }> {
  const { io, written, talked } = recordingIo()
  await completionsRun('planted-program', plantedCommands)({ words: [shell], flags: {}, io })
  return { script: written(), advice: talked() }
}
