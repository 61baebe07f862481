import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '@recallite/test-kit/random'
import { replaceText, withDatabase } from './database.ts'
import type { Note } from './notes.ts'
import { byWords, withProvider, type World } from './world.ts'

/** A command that writes, which is killed or whose writes fail. */
export interface Task {
  readonly name: string
  /** The initial state: only notes, or also a memory. */
  readonly begins: 'empty' | 'indexed'
  prepare?(stage: Stage): void
  args(stage: Stage): readonly string[]
  /** What the user runs again in addition to `index` if it did not end. Default: nothing. */
  again?(stage: Stage): readonly string[]
  /** Whether a second run is rejected. */
  readonly isOnce?: true
}

export interface Stage {
  readonly world: World
  readonly random: Random
  readonly notes: readonly Note[]
}

/** A model whose vectors are deleted. */
export const otherModel = 'text-embedding-3-large'

/** The folder of backups. */
const copyOf = ({ dataFolder }: World): string => join(dataFolder, 'copy.sqlite')

const index = ({ world }: Stage) => ['index', world.notesFolder, ...withProvider]
const repairArgs = () => ['doctor', '--repair', ...withProvider]

export const tasks = {
  index: { name: 'a first index', begins: 'empty', args: index },
  indexByWords: {
    name: 'an index by words',
    begins: 'empty',
    args: ({ world }) => ['index', world.notesFolder, ...byWords],
  },
  changes: {
    name: 'an index of changes',
    begins: 'indexed',
    prepare: (stage) => changeNotes(stage, 0.7),
    args: () => ['index', ...withProvider],
  },
  changesByWords: {
    name: 'an index of changes by words',
    begins: 'indexed',
    prepare: (stage) => changeNotes(stage, 0.9),
    args: () => ['index', ...byWords],
  },
  dropVectors: {
    name: 'vectors that are dropped',
    begins: 'indexed',
    args: () => ['spaces', 'drop', `openai/${otherModel}`],
  },
  repair: {
    name: 'a repair',
    begins: 'indexed',
    prepare: ({ world }) =>
      withDatabase(world.database, (database) => {
        replaceText(database, 'harbour', 'airport')
        database.pragma('wal_checkpoint(TRUNCATE)')
      }),
    args: repairArgs,
    again: repairArgs,
  },
  backup: {
    name: 'a backup',
    begins: 'indexed',
    args: ({ world }) => ['backup', copyOf(world)],
    again: ({ world }) => ['backup', copyOf(world), '--force'],
  },
  forget: {
    name: 'a folder that is forgotten',
    begins: 'indexed',
    args: () => ['roots', 'remove', 'notes'],
    isOnce: true,
  },
  search: {
    name: 'a search that brings in changes',
    begins: 'indexed',
    prepare: (stage) => changeNotes(stage, 0.1),
    args: ({ notes }) => ['search', notes[0]?.sentinel ?? '', ...withProvider],
  },
} as const satisfies Readonly<Record<string, Task>>

function changeNotes({ world, random, notes }: Stage, share: number): void {
  for (const { path } of notes.filter(() => random.chance(share))) changeNote(world, path, random)
}

export function changeNote({ notesFolder }: World, path: string, random: Random): void {
  appendFileSync(join(notesFolder, path), `\nOne more line, number ${random.below(1_000_000)}.\n`)
}

/** Restores the initial state of a task. */
export function begin(
  task: Task,
  stage: Stage,
  templates: Readonly<Record<Task['begins'], string>>,
): readonly string[] {
  stage.world.restore(templates[task.begins])
  task.prepare?.(stage)
  return task.args(stage)
}
