import { describe, expect, it } from 'vitest'
import behaviours from './behaviours.json' with { type: 'json' }
import { filesUnder, textOf } from './repository.js'
import { testTitlesOf } from './test-titles.js'

/*
 * behaviours.json lists what Recallite promises, one sentence each: A are features of OpenClaw's memory search, B requests
 * of its issue #16021, C features of robotmem's recall. The title of a test that proves one begins with its id, as in `A6:
 * weight 0 is off`.
 */
const files = ['apps', 'packages', 'tools', 'examples']
  .flatMap((folder) => filesUnder(folder))
  .filter((path) => path.endsWith('.test.ts'))
const titles = files.flatMap((path) => testTitlesOf(textOf(path)).map((title) => ({ ...title, path })))
const named = titles.flatMap(({ title, isCertain, path }) => {
  const id = /^([ABC]\d+): \S/.exec(title)?.[1]
  return id === undefined ? [] : [{ id, isCertain, path }]
})
// A test that some machines skip must not be the only one.
const proven = named.flatMap(({ id, isCertain }) => (isCertain ? [id] : []))
const ids = Object.keys(behaviours)

/** Interfaces for records: each promise about records holds for all of them. Tools for agents pass their fields to the library. */
const doors = [
  ['by library', 'packages/'],
  ['by the program', 'apps/cli/src/commands/'],
] as const

describe(`what Recallite promises, ${proven.length} times proven`, () => {
  it('is A1 to A27, B1 to B7 and C1 to C17', () => {
    const numbered = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
    expect(ids).toEqual([...numbered('A', 27), ...numbered('B', 7), ...numbered('C', 17)])
  })

  it.each(Object.entries(behaviours))('%s has a test that runs everywhere: %s', (id) => {
    expect(proven).toContain(id)
  })

  it.each(doors)('has a test of each promise about records %s', (_, folder) => {
    const here = new Set(
      named.filter(({ path, isCertain }) => isCertain && path.startsWith(folder)).map(({ id }) => id),
    )
    expect(ids.filter((id) => id.startsWith('C') && !here.has(id))).toEqual([])
  })

  it('is all that titles name', () => {
    expect(named.filter(({ id }) => !ids.includes(id))).toEqual([])
  })

  it('was looked for in the tests', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(titles.length).toBeGreaterThan(2000)
  })
})
