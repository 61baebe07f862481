import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { corpusFiles } from '../suite/open-corpus.js'
import type { Suite, SuiteCorpus } from '../suite/suite.js'
import type { RunSuite } from './run.js'

/** A suite as it is in a run. */
export function describeSuite({ name, description, queries, corpus }: Suite): RunSuite {
  const asking = queries.filter(({ text }) => text.trim() !== '')
  return {
    name,
    description,
    queries: asking.map(({ id, text, kind, grades, passages }) => ({
      id,
      text,
      kind,
      grades: Object.fromEntries(grades),
      passages,
    })),
    blank: queries.length - asking.length,
    corpus: fingerprint(corpus),
  }
}

function fingerprint(corpus: SuiteCorpus): string {
  const hash = createHash('sha256')
  for (const [name, text] of textsOf(corpus)) hash.update(`${name}\0${text.length}\0`).update(text)
  return hash.digest('hex').slice(0, 16)
}

/** The documents of a corpus, in a fixed order. */
export function* textsOf(corpus: SuiteCorpus): Generator<[name: string, text: string | Buffer]> {
  if (corpus.kind === 'documents') {
    for (const { id, title, text } of corpus.documents) yield [id, `${title}\n${text}`]
    return
  }
  const files = [...corpusFiles(corpus)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [path, file] of files) yield [path, readFileSync(file)]
}
