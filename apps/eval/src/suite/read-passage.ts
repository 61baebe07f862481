import { SuiteError, type SuitePlace } from './errors.js'
import { textField, type Item } from './json-lines.js'
import type { OpenCorpus } from './open-corpus.js'
import { singleSpaces } from './single-spaces.js'
import type { Passage } from './suite.js'

type Lines = readonly [first: number, last: number]

function toNumbers(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'number') return [value, value]
  const [, first, last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/u.exec(String(value)) ?? []
  return first === undefined ? [] : [Number(first), Number(last)]
}

function isLine(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}

function readSpan({ fields, ...place }: Item): Lines | undefined {
  const value = fields['lines'] ?? undefined
  if (value === undefined) return undefined
  const [first, last, ...rest] = toNumbers(value)
  if (isLine(first) && isLine(last) && first <= last && rest.length === 0) return [first, last]
  const message = `"lines" is ${JSON.stringify(value)}. Give one line as 12, several as [12, 15] or "12-15", from 1.`
  throw new SuiteError('SUITE_MALFORMED', message, place)
}

function readContains(item: Item): string | undefined {
  const { fields, ...place } = item
  if ((fields['contains'] ?? undefined) === undefined) return undefined
  const contains = textField(item, 'contains')
  if (contains.trim() !== '') return contains
  const message = '"contains" is blank. Give words that the answer holds, or leave it out.'
  throw new SuiteError('SUITE_MALFORMED', message, place)
}

function whyNotThere({ document, lines, contains }: Passage, corpus: OpenCorpus): string | undefined {
  const text = corpus.read(document)
  if (lines) {
    const [first, last] = lines
    const span = first === last ? `line ${first}` : `lines ${first}-${last}`
    if (last > text.lines.length) return `has ${text.lines.length} lines, not ${span}`
    if (
      text.lines
        .slice(first - 1, last)
        .join('')
        .trim() === ''
    )
      return `has nothing on ${span}`
  }
  const isMissing = contains !== undefined && !text.spaced.includes(singleSpaces(contains))
  return isMissing ? `does not hold ${JSON.stringify(contains)}` : undefined
}

function checkPlace(passage: Passage, corpus: OpenCorpus, place: SuitePlace): void {
  const reason = whyNotThere(passage, corpus)
  if (reason === undefined) return
  const message = `${JSON.stringify(passage.document)} ${reason}: no chunk could ever hold this answer. Say where it stands now.`
  throw new SuiteError('SUITE_PASSAGE_NOT_FOUND', message, place)
}

/**
 * Where in a document the answer stands: `lines` and `contains` of a relevant entry, undefined where it has neither.
 * What is not in the document is refused, since no chunk could hold it.
 * @throws SuiteError `SUITE_MALFORMED`, `SUITE_PASSAGE_NOT_FOUND`
 */
export function readPassage(entry: Item, document: string, corpus: OpenCorpus): Passage | undefined {
  const lines = readSpan(entry)
  const contains = readContains(entry)
  if (lines === undefined && contains === undefined) return undefined
  const passage = { document, ...(lines && { lines }), ...(contains !== undefined && { contains }) }
  const { file, line } = entry
  checkPlace(passage, corpus, { file, line })
  return passage
}
