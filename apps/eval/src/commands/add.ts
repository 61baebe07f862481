import { join, resolve } from 'node:path'
import { exitCodes, printable, renderJson, UsageError, type Request } from '@recallite/command-line'
import { findProject } from '@recallite/core/sources'
import { homeFolder, recalliteFolder, workingFolder } from '@recallite/settings'
import { memoryFile } from '@recallite/store-sqlite/memory-file'
import type { Flags } from '../flags.js'
import { addQuery, expectOfSearch, type NewQuery, readLastSearch } from '../suite/add-query.js'
import type { SuiteQuery } from '../suite/suite.js'
import { queryLine } from '../suite/write-suite.js'

const nothing = 'none'

type Asked = Pick<NewQuery, 'text' | 'expected'>

/** `recallite-eval add <suite> <query>` and `recallite-eval add <suite> --from-last-search` */
export async function runAdd({ words, flags, io }: Request<Flags>): Promise<number> {
  const [folder, ...rest] = words
  if (folder === undefined) throw new UsageError('Name the folder of a suite.')
  const { text, expected: named } = flags.fromLastSearch
    ? fromLastSearch(rest, flags)
    : fromWords(rest, flags)
  if (named.includes(nothing) && named.length > 1) {
    throw new UsageError(
      `--expect ${nothing} says that nothing answers. Leave it out, or every other --expect.`,
    )
  }
  const expected = named.filter((each) => each !== nothing)
  const { kind = 'added', note = '' } = flags
  const { suite, query } = await addQuery(folder, { text, expected, kind, note })
  const fields = JSON.parse(queryLine(query))
  io.write(flags.json ? renderJson({ suite, folder: resolve(folder), ...fields }) : renderText(query))
  for (const found of expected) {
    if (typeof found === 'string') continue
    // A search does not say where its folders are, so the suite's may be others.
    const message = `The last search found ${found.root}:${found.path}; the suite's ${found.path} is taken to be the same file.`
    io.talk(`${printable(message)}\n`)
  }
  return exitCodes.done
}

function fromLastSearch(words: readonly string[], flags: Flags): Asked {
  if (words.length > 0) {
    throw new UsageError('--from-last-search brings the query along. Leave out one of the two.')
  }
  const search = readLastSearch(databasePath(flags))
  const { expect = [] } = flags
  return { text: search.query, expected: expect.includes(nothing) ? expect : expectOfSearch(search, expect) }
}

function fromWords(words: readonly string[], { expect = [] }: Flags): Asked {
  const text = words.join(' ')
  if (text.trim() === '') throw new UsageError('The query is missing. Write it behind the suite.')
  if (expect.length > 0) return { text, expected: expect }
  throw new UsageError(`What answers it? --expect PATH, a file of the corpus, or --expect ${nothing}.`)
}

function renderText({ id, text, grades, passages }: SuiteQuery): string {
  const spans = passages.map(({ document, lines = [] }) => `${document}:${[...new Set(lines)].join('-')}`)
  const whole = [...grades.keys()].filter((path) => passages.every(({ document }) => document !== path))
  const answers = [...spans, ...whole].join(', ') || 'nothing should be found'
  return `${printable(`${id}: ${text} → ${answers}`)}\n`
}

/** The database file: `--db`, or that of this project or the agent, as in `recallite`; throws a UsageError. */
function databasePath({ db, agent = 'main' }: Pick<Flags, 'db' | 'agent'>): string {
  if (db !== undefined) return db === ':memory:' ? db : resolve(db)
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(agent)) {
    throw new UsageError(`--agent ${agent}: an agent id has 1 to 64 letters, digits, hyphens or underscores.`)
  }
  const home = homeFolder()
  const project = findProject(workingFolder(), { home })
  return memoryFile(join(recalliteFolder(home), 'memory'), { agent, project })
}
