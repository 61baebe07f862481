import { resolve } from 'node:path'
import { exitCodes, printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import { addQuery, type AddedQuery, type NewQuery } from '../add-query/add-query.js'
import { readLastSearch, type LastSearchResult } from '../add-query/last-search.js'
import { expectOfSearch } from '../add-query/expect-of-search.js'
import type { Flags } from '../flags/flags.js'
import { databasePath } from '../settings.js'
import { queryLine } from '../suite/query-line.js'
import type { SuiteQuery } from '../suite/suite.js'

const defaultKind = 'added'
const nothing = 'none'

type Asked = Pick<NewQuery, 'text' | 'expected'>

function fromLastSearch(words: readonly string[], flags: Flags): Asked {
  if (words.length > 0) {
    throw new UsageError('--from-last-search brings the query along. Leave out one of the two.')
  }
  const search = readLastSearch(databasePath(flags))
  const { expect = [] } = flags
  const expected = expect.includes(nothing) ? expect : expectOfSearch(search, expect)
  return { text: search.query, expected }
}

function fromWords(words: readonly string[], { expect = [] }: Flags): Asked {
  const text = words.join(' ')
  if (text.trim() === '') throw new UsageError('The query is missing. Write it behind the suite.')
  if (expect.length === 0) {
    throw new UsageError(`What answers it? --expect PATH, a file of the corpus, or --expect ${nothing}.`)
  }
  return { text, expected: expect }
}

function withoutNone({ text, expected }: Asked): Asked {
  if (!expected.includes(nothing)) return { text, expected }
  if (expected.length === 1) return { text, expected: [] }
  throw new UsageError(
    `--expect ${nothing} says that nothing answers. Leave it out, or every other --expect.`,
  )
}

function toJson(folder: string, { suite, query }: AddedQuery): string {
  const line = queryLine(query, (document) => document)
  return renderJson({ suite, folder, ...JSON.parse(line) })
}

function renderText({ id, text, grades, passages }: SuiteQuery): string {
  const places = passages.map(({ document, lines = [] }) => `${document}:${[...new Set(lines)].join('-')}`)
  const whole = [...grades.keys()].filter((path) => passages.every(({ document }) => document !== path))
  const answers = [...places, ...whole].join(', ') || 'nothing should be found'
  return `${printable(`${id}: ${text} → ${answers}`)}\n`
}

/** A search does not say where its folders are, so that the suite's may be others. */
function tellFound({ root, path }: LastSearchResult): string {
  return `${printable(`The last search found ${root}:${path}; the suite's ${path} is taken to be the same file.`)}\n`
}

/** `recallite-eval add <suite> <query>` and `recallite-eval add <suite> --from-last-search` */
export async function runAdd({ words, flags, io }: Request<Flags>): Promise<number> {
  const [folder, ...rest] = words
  if (folder === undefined) throw new UsageError('Name the folder of a suite.')
  const asked = withoutNone(flags.fromLastSearch ? fromLastSearch(rest, flags) : fromWords(rest, flags))
  const { kind = defaultKind, note = '' } = flags
  const added = await addQuery(folder, { ...asked, kind, note })
  io.write(flags.json ? toJson(resolve(folder), added) : renderText(added.query))
  for (const found of asked.expected.filter((each) => typeof each !== 'string')) io.talk(tellFound(found))
  return exitCodes.done
}
