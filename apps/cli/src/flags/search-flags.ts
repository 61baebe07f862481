import { flag, grouped, numberIn, parseCount, rare } from '@recallite/command-line'
import { searchRanges } from '@recallite/core/search-ranges'
import { recordOrigins } from '@recallite/store/records'
import { strategyNames } from '@recallite/fusion'
import { jsonFlag } from './shared-flags.js'

const { limit, perDocument, recency, rrfK, vectorWeight, textWeight } = searchRanges

/** What a flag for origins of records accepts. */
export const anyOrigin = { choices: recordOrigins, isRepeatable: true } as const

/** The names of the fusion strategies. */
export const fusions: readonly string[] = strategyNames()

const limitFlag = flag('-n limit <number>', 'maximum number of results, 1 to 100 (default: 10)', {
  parse: numberIn(limit),
})

const filterFlags = grouped('Where to search:', [
  flag('-r root <name>', 'search only this root; may be repeated', { isRepeatable: true }),
  flag(
    'path <glob>',
    "search only these files: a name, a folder or a glob such as 'notes/**/*.md'; may be repeated",
    { isRepeatable: true },
  ),
  flag(
    'since <date>',
    'search only notes of this day or later: 2026-02-11, 2026-02, 2026, or how long ago (7d, 2w, 3m, 1y)',
  ),
  flag('until <date>', 'search only notes up to this day; dates as for --since'),
  ...rare([
    flag('heading <text>', 'search only under headings that contain this text; may be repeated', {
      isRepeatable: true,
    }),
  ]),
  flag(
    'where <condition>',
    'search only notes whose front matter matches: key=value (or !=, <, <=, >, >=), a key, or a JSON filter; may be repeated',
    { isRepeatable: true },
  ),
])

const choiceFlags = [
  ...grouped('What is shown:', [
    flag(
      'threshold <number>',
      'show no results unless one has this confidence, from 0 to 1: the probability that it answers the query; 0 shows weak results too (default: 0.11)',
      { parse: numberIn({ min: 0, max: 1 }) },
    ),
    flag('strict', 'a higher threshold, 0.2: fewer results for questions without an answer'),
    ...rare([
      flag(
        'perDocument <number>',
        'maximum number of results per document; 0: no maximum (default: 2, and more only if other documents do not fill the limit)',
        { parse: numberIn(perDocument) },
      ),
      flag('keepDuplicates', 'also show results that repeat the text of a better one'),
      flag('asTyped', 'do not correct the spelling of words that no note contains'),
    ]),
  ]),
  ...grouped(
    'Ranking:',
    rare([
      flag(
        'recency <days>',
        'half-life in days, above 0: recent notes rise by up to three positions (default: ignore age)',
        { parse: numberIn(recency) },
      ),
      flag('noTime', 'do not prefer notes of a time in the query, such as "last week"'),
      flag('noStatus', 'do not lower notes that are not in force, such as those with "status: superseded"'),
      flag(
        'rerank <when>',
        'off: keep the order of the fusion; on (default): rerank it if the settings name a reranker',
        { choices: ['on', 'off'] },
      ),
      flag(
        'fusion <name>',
        'how to combine the rankings of the retrievers: calibrated (default), convex, weighted, rrf or another',
        { choices: fusions },
      ),
      flag('vectorWeight <number>', 'weight of the vector search, 0 or more; 0: keyword search only', {
        parse: numberIn(vectorWeight),
      }),
      flag('textWeight <number>', 'weight of the keyword search, 0 or more; 0: vector search only', {
        parse: numberIn(textWeight),
      }),
      flag(
        'matchMode <mode>',
        'which candidates can be results: those that any retriever found (default), or that all retrievers found',
        { choices: ['any', 'all'] },
      ),
      flag('rrfK <number>', 'rank constant of rrf (default: 60) and rrf-compressed (default: 2), above 0', {
        parse: numberIn(rrfK),
      }),
    ]),
  ),
]

/** The flags that only `search` has. */
export const searchFlags = [
  limitFlag,
  flag(
    'format <name>',
    'output format: text (default), json as --json does, grep: path:line:text for editors and fzf, files: one path per line, md for pasting',
    { choices: ['text', 'json', 'grep', 'files', 'md'] },
  ),
  jsonFlag,
  flag('explain', 'show how the query was interpreted and how each score was computed'),
  flag(
    'kind <name>',
    'search only files, or only records (what agents remembered); default both, or only files if a flag filters these',
    { choices: ['file', 'record'] },
  ),
  flag('source <name>', 'search only this source: sessions, the conversations of agents', {
    choices: ['sessions'],
  }),
  ...rare([
    flag('origin <name>', 'of records, search only those of this origin; may be repeated', anyOrigin),
    flag('inProcess', "answer in this process, even if 'recallite serve' runs"),
  ]),
  ...filterFlags,
  ...choiceFlags,
  ...grouped(
    'Output:',
    rare([
      flag(
        'maxTokens <number>',
        'print at most about this many tokens: whole results, best first; stderr says how many are omitted',
        { parse: parseCount },
      ),
    ]),
  ),
]

/** The flags of `why`: those of a search that decide what it shows. */
export const whyFlags = [limitFlag, jsonFlag, ...filterFlags, ...choiceFlags]
