import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { UsageError } from '@recallite/command-line'
import * as v from 'valibot'
import { parse, YAMLParseError } from 'yaml'
import { malformed, EvaluationError } from '../errors.js'
import { suitesFolder } from '../package.js'
import { list, object, questionSource } from '../schema.js'
import { isFields } from '../text-lines.js'
import { readJudgements } from './judgements.js'
import { filledText, optionalText, readFields, readSuiteFile, type Item } from './json-lines.js'
import { openCorpus } from './open-corpus.js'
import { readCorpus, time } from './read-corpus.js'
import { readQueries } from './read-queries.js'
import { beirMarkerFile, isAsking, queriesFile, suiteFile } from './suite.js'
import type { DocumentCorpus, Suite } from './suite.js'

/** Like `readSuiteFolder`, but also throws an EvaluationError if the suite has no queries. */
export function readSuite(folder: string, poolBy?: string): Suite {
  const suite = readSuiteFolder(folder, poolBy)
  if (suite.queries.some(isAsking)) return suite
  const message = 'The suite has no query with a text. Add one.'
  throw new EvaluationError('SUITE_EMPTY', message, { file: folder })
}

/**
 * Reads a folder with `suite.yaml` ({name, description?, questions?, corpus? (see `readCorpus`), at?: the time of the queries}) and
 * `queries.jsonl`; or one in the format of the BEIR benchmark (Thakur et al. 2021): `corpus.jsonl`, `queries.jsonl` and judgements.
 * @param poolBy a field of documents and queries: a query searches the documents with the same value
 * @throws EvaluationError, UsageError
 */
export function readSuiteFolder(folder: string, poolBy?: string): Suite {
  const manifest = readManifest(folder, poolBy)
  const corpus = readCorpus(folder, manifest, poolBy)
  const { at, ...title } = readFields(manifest, manifestFields)
  const isOfRecords = corpus.kind === 'records'
  const judged = corpus.kind === 'documents' ? readJudgements(folder) : undefined
  const context = { corpus: openCorpus(corpus), judgements: judged?.judgements, at, poolBy }
  const queries = readQueries(join(folder, queriesFile), context)
  const suite = { ...title, corpus, ...(!isOfRecords && at !== undefined && { at }), queries }
  return judged && corpus.kind === 'documents' ? judgedSuite({ ...suite, corpus }, judged, poolBy) : suite
}

/** Reads suites, each by folder or as an included one by name. Throws EvaluationError, UsageError. */
export function readSuites(words: readonly string[], poolBy?: string): Suite[] {
  const suites = new Map<string, Suite>()
  for (const word of words) {
    const folder = findSuiteFolder(word)
    const suite = readSuite(folder, poolBy)
    if (suites.has(suite.name)) {
      const message = `Another suite is also called ${JSON.stringify(suite.name)}. Rename one, or run them separately.`
      throw new EvaluationError('SUITE_NAME_TAKEN', message, { file: folder })
    }
    suites.set(suite.name, suite)
  }
  return [...suites.values()]
}

/** The names of the included suites. `inClone`: those that need a clone of the repository. */
export const includedSuites = {
  everywhere: ['memory', 'issue-16021', 'records', 'time', 'abbreviations'],
  inClone: ['identifiers', 'typos', 'near-misses', 'near-misses-records', 'dated'],
}

/** The folder of the included suite with that name; if there is none, the word itself is a folder. */
export function findSuiteFolder(word: string): string {
  const folder = join(suitesFolder, word)
  const isName = Object.values(includedSuites).flat().includes(word)
  return isName && existsSync(folder) ? folder : word
}

const manifestFields = object({
  name: filledText,
  description: optionalText,
  questions: questionSource,
  strategies: v.optional(list(filledText)),
  at: time,
})

/** The manifest of a suite, or an equivalent for a folder in BEIR format. */
function readManifest(folder: string, poolBy: string | undefined): Item {
  const [file, documents] = [join(folder, suiteFile), join(folder, beirMarkerFile)]
  if (!existsSync(file)) {
    if (!existsSync(documents)) {
      const message = `There is no suite here: neither ${suiteFile} nor ${beirMarkerFile}. Name a folder that has one of them.`
      throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
    }
    const name = basename(resolve(folder))
    const corpus = { documents: beirMarkerFile }
    if (poolBy === undefined) return { file: documents, fields: { name, corpus } }
    const description = `Each query searches the documents with the same ${poolBy}.`
    return { file: documents, fields: { name: `${name} by ${poolBy}`, description, corpus } }
  }
  if (poolBy !== undefined) {
    throw new UsageError(`--pool-by ${poolBy} needs ${beirMarkerFile} in ${folder}. Leave the flag out.`)
  }
  const fields = parseManifest(file)
  if (isFields(fields)) return { file, fields }
  throw malformed({ file }, 'The file is empty. Add at least the line "name: …".')
}

function parseManifest(file: string): unknown {
  const text = readSuiteFile(file)
  try {
    // By default, the parser prints warnings.
    return parse(text, { logLevel: 'error' })
  } catch (cause) {
    // Besides parse errors, an alias may be undefined, or deep nesting may overflow the stack.
    const line = cause instanceof YAMLParseError ? cause.linePos?.[0].line : undefined
    throw malformed({ file, line, cause }, 'This is not YAML. Correct it.')
  }
}

/** Selects the queries of a split. The pool of each must contain documents and its answers. Throws an EvaluationError. */
function judgedSuite(
  suite: Suite<DocumentCorpus>,
  { judgements, isSplit }: ReturnType<typeof readJudgements>,
  poolBy: string | undefined,
): Suite {
  const ids = new Set(suite.queries.map(({ id }) => id))
  const unknown = [...judgements.values()].flat().find(({ query }) => !ids.has(query))
  if (unknown) {
    const message = `There is no query ${JSON.stringify(unknown.query)} in the suite. Add it, or remove this line.`
    throw new EvaluationError('SUITE_UNKNOWN_ID', message, unknown.line)
  }
  const queries = isSplit ? suite.queries.filter(({ id }) => judgements.has(id)) : suite.queries
  const poolOf = new Map(suite.corpus.documents.map(({ id, pool }) => [id, pool]))
  const pools = new Set(poolOf.values())
  for (const { id, pool, grades } of poolBy === undefined ? [] : queries) {
    const [stranger] =
      [...grades].find(([document, grade]) => grade > 0 && poolOf.get(document) !== pool) ?? []
    if (stranger === undefined && pools.has(pool)) continue
    const other = pools.has(pool) ? `its answer ${JSON.stringify(stranger)} does not` : 'no document does'
    const message = `The query ${JSON.stringify(id)} belongs to ${JSON.stringify(pool)}, and ${other}. Correct one of them.`
    throw new EvaluationError('SUITE_UNKNOWN_ID', message)
  }
  return { ...suite, queries }
}
