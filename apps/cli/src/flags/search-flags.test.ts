import { searchDefaults } from '@recallite/core'
import { describe, expect, it } from 'vitest'
import { searchFlags } from './search-flags.js'

// The flags do not import the defaults, because that would load the search for every command.
describe('the help of the flags of search', () => {
  it.each([
    ['--threshold', `default: ${searchDefaults.threshold})`],
    ['--strict', `${searchDefaults.strictThreshold}:`],
    ['--limit', `default: ${searchDefaults.limit})`],
    ['--per-document', `default: ${searchDefaults.perDocument},`],
  ])('%s names the default of the search', (name, words) => {
    expect(searchFlags.find(({ syntax }) => syntax.includes(name))?.help).toContain(words)
  })
})
