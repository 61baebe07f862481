import { expect, it } from 'vitest'
import { plainQuery } from './plain-query.js'

it.each([
  ['trust battery', 'trust battery'],
  ['two\nlines: as they are', 'two\nlines: as they are'],
  ['what does lex: mean', 'what does lex: mean'],
  ['lex: CAP theorem', 'CAP theorem'],
  [
    'intent: databases\nlex: CAP theorem\n\nVEC:what to give up in a partition\nhyde: CAP theorem',
    'CAP theorem\nwhat to give up in a partition',
  ],
])('makes of the query %j %j', (query, words) => {
  expect(plainQuery(query)).toBe(words)
})
