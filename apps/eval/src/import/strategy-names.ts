import { basename, extname } from 'node:path'
import { SuiteError } from '../suite/errors.js'

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
 * @throws SuiteError `SUITE_DUPLICATE` where a file is named twice
 */
export function strategyNames(runs: readonly TaggedFile[]): readonly string[] {
  const tags = runs.map(({ tags: [tag, ...others] }) => (others.length === 0 ? tag : undefined))
  const stems = runs.map(({ file }) => basename(file, extname(file)))
  const files = runs.map(({ file }) => file)
  const choices: readonly (readonly (string | undefined)[])[] = [tags, stems, files]
  const names = choices.find(areDistinct)
  if (names) return names
  const file = files.find((each, index) => files.indexOf(each) < index) ?? ''
  throw new SuiteError('SUITE_DUPLICATE', 'This run is named twice. Name it once.', { file })
}
