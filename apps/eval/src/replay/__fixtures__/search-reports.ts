import type { SearchAnswer, SearchReport, SearchResult } from '@recallite/core'

/** A result with overrides; its lines are those of its text. */
export function resultOf(path: string, fields: Partial<SearchResult> = {}): SearchResult {
  const { text = 'the text', startLine = 1 } = fields
  return {
    id: path,
    kind: 'file',
    root: 'notes',
    path,
    title: null,
    heading: ['A > b'],
    text,
    startLine,
    endLine: startLine + text.split('\n').length - 1,
    startColumn: null,
    endColumn: null,
    fusedScore: 1,
    confidence: 0.5,
    weak: false,
    confidenceInputs: { cosine: null, coverage: 1, information: 1, adjacency: 0, titled: 0, apart: 0, characters: 0, missing: 0 },
    contributions: [],
    snippet: '',
    matches: [],
    isCorrected: false,
    duplicates: [],
    ...fields,
  }
}

/** The report of a search, with overrides. */
export function reportOf(
  fields: Partial<SearchAnswer> = {},
  found: SearchReport['found'] = { keyword: 1, vector: 1 },
): SearchReport {
  return {
    answer: {
      query: 'q',
      searched: { scope: 'user', project: null, roots: ['notes'], kinds: ['file'] },
      understood: 'any of: q',
      unmatched: null,
      corrections: [],
    time: null,
      mode: 'hybrid',
      retrievers: { keyword: 'ok', vector: 'ok' },
      provider: null,
      model: null,
      degraded: [],
      stale: false,
      timings: { total: 3, sync: 0, retrievers: { keyword: 1, vector: 1 }, embed: 1, rank: 1 },
      results: [],
      confidence: 0.5,
      abstained: false,
      heldBack: 0,
      explanation: {
        stopWords: [],
        kinds: [],
        stages: [],
      },
      ...fields,
    },
    found,
    stalePaths: [],
    syncFailure: null,
    refused: [],
  }
}
