import { describe, expect, it } from 'vitest'
import { behaviours } from './behaviours.js'
import { filesUnder, textOf } from './repository.js'
import { testTitlesOf } from './test-titles.js'

const files = ['apps', 'packages', 'tools', 'examples']
  .flatMap((folder) => filesUnder(folder))
  .filter((path) => path.endsWith('.test.ts'))
const titles = files.flatMap((path) => testTitlesOf(textOf(path)))
const named = titles.flatMap(({ title, isCertain }) => {
  const id = /^([AB]\d+): \S/.exec(title)?.[1]
  return id === undefined ? [] : [{ id, isCertain }]
})
// A test that some machines leave out may be one more, but not the only one.
const proven = named.flatMap(({ id, isCertain }) => (isCertain ? [id] : []))
const ids = Object.keys(behaviours)

describe(`what Recallite promises, ${proven.length} times proven`, () => {
  it('is A1 to A27 and B1 to B7', () => {
    const numbered = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
    expect(ids).toEqual([...numbered('A', 27), ...numbered('B', 7)])
  })

  it.each(Object.entries(behaviours))('%s has a test that runs everywhere: %s', (id) => {
    expect(proven).toContain(id)
  })

  it('is all that titles name', () => {
    expect(named.filter(({ id }) => !ids.includes(id))).toEqual([])
  })

  it('was looked for in the tests', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(titles.length).toBeGreaterThan(2000)
  })
})
