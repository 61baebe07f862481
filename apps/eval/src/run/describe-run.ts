import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { version } from '../package.js'
import { corpusFiles } from '../suite/open-corpus.js'
import { isAsking, type Suite, type SuiteCorpus } from '../suite/suite.js'
import type { RunHeader, RunSuite } from './run.js'

/** Describes a suite for a run. */
export function describeSuite({ name, description, questions, queries, corpus }: Suite): RunSuite {
  const asking = queries.filter(isAsking)
  return {
    name,
    description,
    ...(questions && { questions }),
    queries: asking.map(({ id, text, kind, grades, passages, recall }) => ({
      id,
      text,
      kind,
      grades: Object.fromEntries(grades),
      passages,
      ...(recall && { recall: JSON.stringify(recall) }),
    })),
    blank: queries.length - asking.length,
    corpus: fingerprint(corpus),
  }
}

/** A fingerprint of a corpus: sixteen hexadecimal digits. */
export function fingerprint(corpus: SuiteCorpus): string {
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
  if (corpus.kind === 'records') {
    for (const record of corpus.records) yield [record.id, JSON.stringify(record)]
    for (const session of corpus.sessions) yield ['', JSON.stringify(session)]
    return
  }
  const files = [...corpusFiles(corpus)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [path, file] of files) yield [path, readFileSync(file)]
}

export function describeEnvironment(): RunHeader['environment'] {
  return {
    version,
    node: process.versions.node,
    platform: `${platform()} ${arch()}`,
    processor: cpus()[0]?.model.trim() ?? '',
  }
}
