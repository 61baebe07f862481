import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import * as v from 'valibot'
import { queriesFile } from '@recallite/command-line/suite-file'
import { malformed, EvaluationError } from '../errors.js'
import { kindName } from '../run/run.js'
import { object, text } from '../schema.js'
import { optionalText, readFields, readId, readJsonLines, type Item } from './json-lines.js'
import { parseGrade, readJudgements, type Judgements } from './judgements.js'
import { checkPools, readPool } from './pools.js'
import { beirMarkerFile, type DocumentCorpus, type Suite } from './suite.js'

/** A file of a split judges some of the queries; the others belong to other splits. */
const qrelsFiles = [
  { name: 'qrels.tsv', isSplit: false },
  { name: 'qrels/test.tsv', isSplit: true },
  { name: 'qrels/dev.tsv', isSplit: true },
]

/**
 * Reads a folder laid out like the BEIR benchmark's data (Thakur et al. 2021): `corpus.jsonl` ({id, title?, text}),
 * `queries.jsonl` ({id, text, kind? or category?, note? or description?}) and `qrels.tsv` (query id, document id, grade), else
 * `qrels/test.tsv` or `qrels/dev.tsv`. As in its downloads, `id` may be called `_id`, and the judgements may begin with
 * headings. Queries that a split does not judge are left out; queries that `qrels.tsv` does not judge have no answer. Documents with the
 * same `session` are the turns of a conversation, in their order.
 * The suite has the folder's name.
 * @param poolBy a field of documents and queries: a query is put to the documents that have the same text there
 * @throws EvaluationError
 */
export function readBeirLayout(folder: string, poolBy?: string): Suite<DocumentCorpus> {
  const documentIds = new Set<string>()
  const lastTurns = new Map<unknown, string>()
  const documents = readJsonLines(join(folder, beirMarkerFile)).map((item) => {
    const written = readFields(item, object({ title: optionalText, text }))
    const session = item.fields['session'] ?? undefined
    const replyTo = lastTurns.get(session)
    if (session !== undefined) lastTurns.set(session, written.text)
    return { id: readId(item, documentIds), ...written, replyTo, ...readPool(item, poolBy) }
  })
  const queryIds = new Set<string>()
  const queries = readJsonLines(join(folder, queriesFile)).map((item) => ({
    id: readId(item, queryIds),
    ...readQueryText(item),
    note: [item.fields['note'], item.fields['description']].find((note) => typeof note === 'string') ?? '',
    ...readPool(item, poolBy),
  }))
  const { name: qrelsFile, isSplit } = findQrels(folder)
  const judgements = readBeirQrels(join(folder, qrelsFile), { queries: queryIds, documents: documentIds })
  const asked = isSplit ? queries.filter(({ id }) => judgements.has(id)) : queries
  const name = basename(resolve(folder))
  const suite: Suite<DocumentCorpus> = {
    name: poolBy === undefined ? name : `${name} by ${poolBy}`,
    description: poolBy === undefined ? '' : `Each query is put to the documents with the same ${poolBy}.`,
    corpus: { kind: 'documents', documents },
    queries: asked.map((query) => ({
      ...query,
      grades: judgements.get(query.id) ?? new Map<string, number>(),
      passages: [],
    })),
  }
  if (poolBy !== undefined) checkPools(suite, { file: join(folder, queriesFile) })
  return suite
}

const queryText = object({ text, kind: v.nullish(kindName), category: v.nullish(kindName) })

/** Reads what is asked: {text, kind? or category?}; throws an EvaluationError. */
export function readQueryText(item: Item) {
  const { text: asked, kind, category } = readFields(item, queryText)
  return { text: asked, kind: kind ?? category ?? '' }
}

function findQrels(folder: string) {
  const found = qrelsFiles.find(({ name }) => existsSync(join(folder, name)))
  if (found) return found
  const names = qrelsFiles.map(({ name }) => name).join(', ')
  const message = `It has no judgements. Put them into one of ${names}.`
  throw new EvaluationError('SUITE_NOT_FOUND', message, { file: folder })
}

function readBeirQrels(
  file: string,
  known: { readonly queries: ReadonlySet<string>; readonly documents: ReadonlySet<string> },
): Judgements {
  return readJudgements(file, (line) => {
    const [query = '', document = '', grade = '', ...rest] = line.text.split('\t')
    if (grade.trim() === '' || rest.length > 0) {
      throw malformed(line, 'A line is query id, document id and grade with one tab between. Write it so.')
    }
    const judgement = { query, document, grade: parseGrade(grade, line) }
    const isQuery = known.queries.has(query)
    if (isQuery && known.documents.has(document)) return judgement
    const missing = isQuery ? `document ${JSON.stringify(document)}` : `query ${JSON.stringify(query)}`
    const message = `There is no ${missing} in the suite. Add it, or remove this line.`
    throw new EvaluationError('SUITE_UNKNOWN_ID', message, line)
  })
}
