import { productSources, textOf } from './repository.js'

/** A stable code of an error, and what the doc comment beside it says. */
export interface ErrorCode {
  readonly code: string
  readonly meaning: string
}

/** A union of codes with doc comments: `type StoreErrorCode = | 'STORE_BUSY' …`. */
const union = /^(?:export )?type \w+ErrorCode =\n((?: {2}.*\n)+)/gmu
const member = /(?:\/\*\* ([^*]+?) \*\/\s*)?\| '([A-Z_]+)'/gu

/** Codes that are written where they are thrown or answered, alone or in a table. */
const thrown = [
  /new CodedError\(\s*'([A-Z_]+)'/gu,
  /\bcode: '(?!E[A-Z]+')([A-Z_]+)', message/gu,
  /'(NOT_PERMITTED|IN_THE_WAY|DISK_[A-Z]+)', '/gu,
  /(?:\d{3}:|\bcode \?\?) '([A-Z_]+)'/gu,
]

/** The codes of all unions. */
export const codesOfUnions = (): ErrorCode[] => productSources().flatMap((path) => codesIn(textOf(path)))

function codesIn(source: string): ErrorCode[] {
  return [...source.matchAll(union)].flatMap(([, block = '']) =>
    [...block.matchAll(member)].map(([, meaning = '', code = '']) => ({ code, meaning })),
  )
}

/** All codes that a message or an answer may have. */
export function allCodes(): Set<string> {
  const sources = productSources().map(textOf)
  const single = thrown.flatMap((pattern) =>
    sources.flatMap((source) => [...source.matchAll(pattern)].map(([, code = '']) => code)),
  )
  return new Set([...single, ...codesOfUnions().map(({ code }) => code)])
}
