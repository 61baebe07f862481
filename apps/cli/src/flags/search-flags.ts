import { flag, grouped, numberIn, parseCount } from '@recallite/command-line'
import { searchRanges } from '@recallite/core/search-ranges'
import { strategyNames } from '@recallite/fusion'
import { jsonFlag } from './shared-flags.js'

const { limit, perDocument, recency, rrfK, vectorWeight, textWeight } = searchRanges

/** The strategies that can be named. */
export const fusions: readonly string[] = strategyNames()

const limitFlag = flag('-n limit <number>', 'maximum number of results, 1 to 100 (default: 10)', {
  parse: numberIn(limit),
})

const filterFlags = grouped('Where to search:', [
  flag('-r root <name>', 'search this root only; may be repeated', { isRepeatable: true }),
  flag(
    'path <glob>',
    "search these files only: a name, a folder or a glob such as 'notes/**/*.md'; may be repeated",
    { isRepeatable: true },
  ),
  flag(
    'since <date>',
    'search only notes of this day or later: 2026-02-11, 2026-02, 2026, or how long ago (7d, 2w, 3m, 1y)',
  ),
  flag('until <date>', 'search only notes up to this day; dates as for --since'),
  flag('heading <text>', 'search only under headings with this text in them; may be repeated', {
    isRepeatable: true,
  }),
  flag(
    'where <condition>',
    'search only notes whose front matter fits: key=value (or !=, <, <=, >, >=), a key alone, or a filter as JSON; may be repeated',
    { isRepeatable: true },
  ),
])

const choiceFlags = [
  ...grouped('What is shown:', [
    flag(
      'threshold <number>',
      'confidence from 0 to 1 that at least one result must have, or else none is shown; 0 shows weak results too (default: 0.11)',
      { parse: numberIn({ least: 0, most: 1 }) },
    ),
    flag('strict', 'a higher threshold, 0.25: fewer questions that nothing answers get results'),
    flag(
      'perDocument <number>',
      'maximum number of results of one document, its best ones; 0: any number (default: 2, and more only where other documents do not fill the limit)',
      { parse: numberIn(perDocument) },
    ),
    flag('keepDuplicates', 'show texts that repeat a better result as results of their own'),
    flag('asTyped', 'do not correct the spelling of words that no note contains'),
  ]),
  ...grouped('Ranking:', [
    flag(
      'recency <days>',
      'half-life in days, above 0: recent notes rise by up to three positions (default: age does not count)',
      { parse: numberIn(recency) },
    ),
    flag('noTime', 'do not prefer notes of a time that the query names, such as "last week"'),
    flag(
      'rerank <when>',
      'off: leave the order as the fusion has it; on (default): rerank it if the settings name a reranker',
      { choices: ['on', 'off'] },
    ),
    flag(
      'fusion <name>',
      'how the rankings of the retrievers are combined: calibrated (default), convex, weighted, rrf or another',
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
      'which candidates may be results: any that a retriever found (default), or only those that all retrievers found',
      { choices: ['any', 'all'] },
    ),
    flag('rrfK <number>', 'rank constant of rrf (default: 60) and rrf-compressed (default: 2), above 0', {
      parse: numberIn(rrfK),
    }),
  ]),
]

/** The flags of `search` alone. */
export const searchFlags = [
  limitFlag,
  flag(
    'format <name>',
    'how to print results: text (default), json as --json does, grep: path:line:text for editors and fzf, files: one path a line, md for pasting',
    { choices: ['text', 'json', 'grep', 'files', 'md'] },
  ),
  jsonFlag,
  flag('explain', 'show how the query was understood and how each score was computed'),
  flag(
    'kind <name>',
    'what is searched: file, or record: what agents were told; without it both, or files alone where a flag narrows these',
    { choices: ['file', 'record'] },
  ),
  flag('inProcess', "answer in this process, also where 'recallite serve' runs"),
  ...filterFlags,
  ...choiceFlags,
  ...grouped('Output:', [
    flag(
      'maxTokens <number>',
      'print about this many tokens at most: whole results, best first; stderr says how many are left out',
      { parse: parseCount },
    ),
  ]),
]

/** The flags of `why`: those of a search that decide what it shows. */
export const whyFlags = [limitFlag, jsonFlag, ...filterFlags, ...choiceFlags]
