import { expect, it } from 'vitest'
import { productSources, textOf } from './repository.js'

const sources = productSources().map(textOf)

/** Unions of codes with doc comments: `type StoreErrorCode = | 'STORE_BUSY' …`. */
const unions = sources.flatMap((source) => [
  ...source.matchAll(/^(?:export )?type \w+ErrorCode =\n((?: {2}.*\n)+)/gmu),
])
const members = unions.flatMap(([, block = '']) => [
  ...block.matchAll(/(?:\/\*\* ([^*]+?) \*\/\s*)?\| '([A-Z_]+)'/gu),
])
const codes = members.map(([, meaning = '', code = '']) => ({ code, meaning }))

/** Codes that are used directly or in a table. */
const thrown = [
  /new CodedError\(\s*'([A-Z_]+)'/gu,
  /\bcode: '(?!E[A-Z]+')([A-Z_]+)', message/gu,
  /'(NOT_PERMITTED|IN_THE_WAY|PATH_(?:MISSING|INVALID)|TOO_MANY_FILES|SYSTEM_REFUSED|DISK_[A-Z]+)',\s+'/gu,
  /(?:\d{3}:|\bcode \?\?) '([A-Z_]+)'/gu,
].flatMap((pattern) =>
  sources.flatMap((source) => [...source.matchAll(pattern)].map(([, code = '']) => code)),
)

/** The rows of the page: code, meaning and remedy. */
const rows = [...textOf('docs/troubleshooting.md').matchAll(/^\| `([A-Z_]+)` \| (.+?) \| (.+) \|$/gmu)]

it('the troubleshooting page has every code of a message once, and no others', () => {
  const allCodes = [...new Set([...thrown, ...codes.map(({ code }) => code)])].toSorted()
  expect(allCodes.length).toBeGreaterThan(100)
  expect(rows.map(([, code]) => code).toSorted()).toEqual(allCodes)
})

it('the page explains a code with the words of its doc comment', () => {
  const meanings = new Map(rows.map(([, code, meaning]) => [code, meaning]))
  const documented = codes.filter(({ meaning }) => meaning !== '')
  expect(documented.length).toBeGreaterThan(70)
  expect(documented.map(({ code }) => ({ code, meaning: meanings.get(code) }))).toEqual(documented)
})
