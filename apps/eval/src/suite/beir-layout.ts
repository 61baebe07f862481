import { basename, join, resolve } from 'node:path'
import { findQrels, readBeirQrels } from './beir-qrels.js'
import { idField, kindField, readJsonLines, textField, type Item } from './json-lines.js'
import { beirMarkerFile, queriesFile } from './layout-files.js'
import type { Suite, SuiteDocument } from './suite.js'

type BeirQuery = Pick<Suite['queries'][number], 'id' | 'text' | 'kind' | 'note'>

function readDocuments(file: string): SuiteDocument[] {
  const taken = new Set<string>()
  return readJsonLines(file).map((item) => ({
    id: idField(item, taken),
    title: textField(item, 'title', ''),
    text: textField(item, 'text'),
  }))
}

function readNote({ fields }: Item): string {
  const notes = [fields['note'], fields['description']]
  return notes.find((note) => typeof note === 'string') ?? ''
}

function readBeirQueries(file: string): BeirQuery[] {
  const taken = new Set<string>()
  return readJsonLines(file).map((item) => ({
    id: idField(item, taken),
    text: textField(item, 'text'),
    kind: kindField(item, 'category', ''),
    note: readNote(item),
  }))
}

/**
 * Reads a folder laid out like the BEIR benchmark's data (Thakur et al. 2021): `corpus.jsonl` ({id, title?, text}),
 * `queries.jsonl` ({id, text, category?, note? or description?}) and `qrels.tsv` (query id, document id, grade). As in
 * its downloads, `id` may be called `_id`, and the judgements may begin with a line of headings and be in
 * `qrels/test.tsv` or `qrels/dev.tsv`; queries that are not judged there belong to another part of the benchmark and are
 * left out, while those that `qrels.tsv` says nothing about have no answer. The suite has the folder's name.
 * @throws SuiteError
 */
export function readBeirLayout(folder: string): Suite {
  const documents = readDocuments(join(folder, beirMarkerFile))
  const queries = readBeirQueries(join(folder, queriesFile))
  const { path, isSplit } = findQrels(folder)
  const judgements = readBeirQrels(path, {
    queries: new Set(queries.map(({ id }) => id)),
    documents: new Set(documents.map(({ id }) => id)),
  })
  const asked = isSplit ? queries.filter(({ id }) => judgements.has(id)) : queries
  return {
    name: basename(resolve(folder)),
    description: '',
    corpus: { kind: 'documents', documents },
    queries: asked.map((query) => ({
      ...query,
      grades: judgements.get(query.id) ?? new Map<string, number>(),
      passages: [],
    })),
  }
}
