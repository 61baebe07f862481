import type { LastSearchResult } from './last-search.js'
import { SuiteError, type SuitePlace } from '../suite/errors.js'
import type { OpenCorpus } from '../suite/open-corpus.js'

/** What answers, as typed (`PATH`, `PATH:12` or `PATH:12-15` in the corpus) or as a search found it. */
export type Expected = string | LastSearchResult

/** A document that answers, and where in it. */
export interface ExpectedPlace {
  /** In the corpus, with forward slashes. */
  readonly path: string
  /** First and last line, from 1, as typed; undefined for the whole document. */
  readonly lines?: readonly [first: number, last: number]
}

const pathAndLines = /^(.+):(\d+)(?:-(\d+))?$/su

/** A file that has such a name as a whole is not meant: by its ending it is nothing to index. */
function readTyped(text: string): ExpectedPlace {
  const [, path, first, last = first] = pathAndLines.exec(text) ?? []
  return path === undefined ? { path: text } : { path, lines: [Number(first), Number(last)] }
}

/** Nobody knows whether the search was in the suite's documents; where they have no such file, it was not. */
function readFound({ root, path }: LastSearchResult, corpus: OpenCorpus, place: SuitePlace): ExpectedPlace {
  if (corpus.files.has(path)) return { path }
  const message = `The search found ${root}:${path}, and ${corpus.place} has no file ${path}. Search in a memory of those documents, or name one of them: --expect PATH`
  throw new SuiteError('SUITE_UNKNOWN_ID', message, place)
}

/**
 * The document that is expected to answer, and where in it.
 * @param place what is blamed
 * @throws SuiteError `SUITE_UNKNOWN_ID` where a file that was found is not in the corpus; a typed one is not looked for
 */
export function readExpectedPlace(expected: Expected, corpus: OpenCorpus, place: SuitePlace): ExpectedPlace {
  return typeof expected === 'string' ? readTyped(expected) : readFound(expected, corpus, place)
}
