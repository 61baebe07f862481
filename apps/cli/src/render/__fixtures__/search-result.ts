import type { SearchAnswer, SearchResult } from '@recallite/core'

/** A result with defaults for fields that a test does not need. */
export function searchResult(given: Partial<SearchResult> = {}): SearchResult {
  return {
    id: 'chunk',
    kind: 'file',
    root: 'notes',
    path: 'decisions/auth.md',
    startLine: 3,
    endLine: 7,
    startColumn: null,
    endColumn: null,
    title: null,
    heading: ['Auth', 'Tokens'],
    text: 'We keep JWT_EXPIRY at 900 seconds.',
    snippet: 'We keep JWT_EXPIRY',
    matches: [],
    isCorrected: false,
    duplicates: [],
    fusedScore: 0.8125,
    confidence: 0.93,
    weak: false,
    confidenceInputs: { cosine: null, coverage: 0.93, information: 0.8, adjacency: 0, titled: 0, apart: 0, characters: 0, missing: 0 },
    contributions: [],
    ...given,
  }
}

/** An answer with defaults for fields that a test does not need. */
export function searchAnswer(given: Partial<SearchAnswer> = {}): SearchAnswer {
  return {
    query: 'q',
    searched: { scope: 'user', project: null, roots: ['notes'], kinds: ['file'] },
    understood: 'any of: q',
    unmatched: null,
    corrections: [],
    time: null,
    mode: 'keyword',
    retrievers: { keyword: 'ok', vector: 'off' },
    provider: null,
    model: null,
    degraded: [],
    stale: false,
    timings: { total: 0, sync: 0, retrievers: {}, embed: 0, rank: 0 },
    confidence: 0,
    abstained: false,
    heldBack: 0,
    results: [],
    explanation: {
      stopWords: [],
      kinds: [
        {
          kind: 'file',
          strategy: 'calibrated',
          threshold: { value: 0.1, on: 'confidence' },
          terms: [],
          cosineScale: null,
        },
      ],
      stages: [],
    },
    ...given,
  }
}
