import { expect, it } from 'vitest'
import { allCodes, codesOfUnions } from './error-codes.js'
import { textOf } from './repository.js'

/** The rows of the page: a code, its meaning, and what to do. */
const rows = [...textOf('docs/troubleshooting.md').matchAll(/^\| `([A-Z_]+)` \| (.+?) \| (.+) \|$/gmu)]

it('every code of a message is on the page of troubleshooting, once, and no other', () => {
  const known = [...allCodes()].toSorted()
  expect(known.length).toBeGreaterThan(100)
  expect(rows.map(([, code]) => code).toSorted()).toEqual(known)
})

it('the page says of a code what the code says', () => {
  const meanings = new Map(rows.map(([, code, meaning]) => [code, meaning]))
  const documented = codesOfUnions().filter(({ meaning }) => meaning !== '')
  expect(documented.length).toBeGreaterThan(70)
  const shown = documented.map(({ code }) => ({ code, meaning: meanings.get(code) }))
  expect(shown).toEqual(
    documented.map(({ code, meaning }) => ({ code, meaning: meaning.replaceAll('|', '\\|') })),
  )
})
