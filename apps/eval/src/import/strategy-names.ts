import { basename, extname } from 'node:path'

/** A run's file, and what its lines call the program that made it. */
export interface TaggedFile {
  readonly file: string
  readonly tags: readonly string[]
}

function areDistinct(names: readonly (string | undefined)[]): names is readonly string[] {
  return names.every((name) => name !== undefined) && new Set(names).size === names.length
}

/**
 * A name for each run: their tags, where each has one and all are different, else their files' names without folder and
 * ending, else the files as they were named.
 * @param runs of which no file is named twice
 */
export function strategyNames(runs: readonly TaggedFile[]): readonly string[] {
  const tags = runs.map(({ tags: [tag, ...others] }) => (others.length === 0 ? tag : undefined))
  const stems = runs.map(({ file }) => basename(file, extname(file)))
  const files = runs.map(({ file }) => file)
  const choices: readonly (readonly (string | undefined)[])[] = [tags, stems]
  return choices.find(areDistinct) ?? files
}
