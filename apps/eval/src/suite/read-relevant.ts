import { checkIndexed } from './check-indexed.js'
import { SuiteError } from './errors.js'
import { isFields, textField, type Item } from './json-lines.js'
import { checkGrade } from './judgements.js'
import type { OpenCorpus } from './open-corpus.js'
import { readPassage } from './read-passage.js'
import { singleSpaces } from './single-spaces.js'
import type { Passage, SuiteQuery } from './suite.js'

interface Relevant {
  readonly path: string
  readonly grade: number
  readonly passage: Passage | undefined
}

function listEntries({ fields, ...place }: Item): Item[] {
  const entries = fields['relevant']
  if (!Array.isArray(entries)) {
    const message =
      '"relevant" is not a list. Give the documents that answer; [] where nothing should be found.'
    throw new SuiteError('SUITE_MALFORMED', message, place)
  }
  return entries.map((entry: unknown) => {
    if (isFields(entry)) return { ...place, fields: entry }
    throw new SuiteError('SUITE_MALFORMED', '"relevant" holds something else than {"path": …}.', place)
  })
}

function readEntry(entry: Item, corpus: OpenCorpus): Relevant {
  const { fields, ...place } = entry
  const path = textField(entry, 'path')
  if (!corpus.files.has(path)) {
    const message = `There is no file ${JSON.stringify(path)} to index in ${corpus.place}. Give a path inside it, with forward slashes.`
    throw new SuiteError('SUITE_UNKNOWN_ID', message, place)
  }
  checkIndexed(path, place)
  const grade = checkGrade(fields['grade'] ?? 1, place)
  const passage = readPassage(entry, path, corpus)
  if (grade > 0 || !passage) return { path, grade, passage }
  const message =
    'A document of grade 0 does not answer, so no answer stands in it. Leave "lines" and "contains" out.'
  throw new SuiteError('SUITE_MALFORMED', message, place)
}

/** Names what two entries may not have in common. */
function keyOf({ path, passage }: Relevant): string {
  const { lines, contains } = passage ?? {}
  return JSON.stringify([path, lines, contains === undefined ? null : singleSpaces(contains)])
}

/**
 * The documents that answer a query, and where in them: `relevant` of its line. A document may have several entries, for
 * several places; its grade is the highest of theirs.
 * @throws SuiteError
 */
export function readRelevant(item: Item, corpus: OpenCorpus): Pick<SuiteQuery, 'grades' | 'passages'> {
  const grades = new Map<string, number>()
  const passages: Passage[] = []
  const taken = new Set<string>()
  for (const entry of listEntries(item)) {
    const relevant = readEntry(entry, corpus)
    const { path, grade, passage } = relevant
    if (taken.has(keyOf(relevant))) {
      const message = `${JSON.stringify(path)} stands twice, for the same place. Keep one of the two.`
      throw new SuiteError('SUITE_DUPLICATE', message, entry)
    }
    taken.add(keyOf(relevant))
    grades.set(path, Math.max(grade, grades.get(path) ?? 0))
    if (passage) passages.push(passage)
  }
  return { grades, passages }
}
