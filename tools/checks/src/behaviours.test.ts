import { describe, expect, it } from 'vitest'
import behaviours from './behaviours.json' with { type: 'json' }
import { filesUnder, textOf } from './repository.js'
import { testTitlesOf } from './test-titles.js'

/*
 * behaviours.json lists the promises of Recallite, one sentence each: A are features of OpenClaw's memory search, B requests
 * of its issue #16021, C features of robotmem's recall. The title of a test that proves one begins with its id: `A6: weight 0
 * is off`.
 */
const files = ['apps', 'packages', 'tools', 'examples']
  .flatMap((folder) => filesUnder(folder))
  .filter((path) => path.endsWith('.test.ts'))
const titles = files.flatMap((path) => testTitlesOf(textOf(path)).map((title) => ({ ...title, path })))
const named = titles.flatMap(({ title, isCertain, path }) => {
  const id = /^([ABC]\d+): \S/.exec(title)?.[1]
  return id === undefined ? [] : [{ id, isCertain, path }]
})
// Every promise needs a test that no machine skips.
const proven = named.flatMap(({ id, isCertain }) => (isCertain ? [id] : []))
const ids = Object.keys(behaviours)

/** The interfaces for records, which must all meet each promise. Tools for agents pass their fields to the library. */
const interfaces = [
  ['by library', 'packages/'],
  ['by the program', 'apps/cli/src/commands/'],
] as const

describe(`the promises of Recallite, proven by ${proven.length} tests`, () => {
  it('are A1 to A27, B1 to B7 and C1 to C17', () => {
    const numbered = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
    expect(ids).toEqual([...numbered('A', 27), ...numbered('B', 7), ...numbered('C', 17)])
  })

  it.each(Object.entries(behaviours))('%s has a test that runs everywhere: %s', (id) => {
    expect(proven).toContain(id)
  })

  it.each(interfaces)('are tested, if about records, %s', (_, folder) => {
    const here = new Set(
      named.filter(({ path, isCertain }) => isCertain && path.startsWith(folder)).map(({ id }) => id),
    )
    expect(ids.filter((id) => id.startsWith('C') && !here.has(id))).toEqual([])
  })

  it('include all ids in test titles', () => {
    expect(named.filter(({ id }) => !ids.includes(id))).toEqual([])
  })

  it('are searched for in enough test files', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(titles.length).toBeGreaterThan(2000)
  })
})
