import { readFileSync, writeFileSync } from 'node:fs'
import { recordingIo } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../__fixtures__/schema.js'
import { main } from '../main.js'
import { flipByte, placesOf } from './__fixtures__/damage.js'
import { copyOf, examinedWorkspace } from './__fixtures__/examined.js'

const sentence = 'We keep JWT_EXPIRY at 900 seconds.'

async function runOn(database: string, ...args: readonly string[]) {
  const { io, written, talked } = recordingIo()
  const exitCode = await main([...args, '--provider', 'none', '--db', database], io)
  return { exitCode, written: written(), talked: talked() }
}

/** Overwrites `harbour` in the index; FTS5 omits the prefix that it shares with the word before. */
function spoilKeywordIndex(path: string): void {
  const bytes = readFileSync(path)
  const places = placesOf(path, 'rbour').filter((place) => bytes[place - 1] !== 'a'.codePointAt(0))
  expect(places).not.toEqual([])
  for (const place of places) bytes.fill(0xff, place + 5, place + 15)
  writeFileSync(path, bytes)
}

interface AnswerJson {
  readonly results: readonly { readonly path: string; readonly text: string }[]
  readonly degraded: readonly { readonly retriever: string; readonly reason: string }[]
}

async function searched(database: string, query: string) {
  const { exitCode, written } = await runOn(database, 'search', query, '--json', '--threshold', '0')
  const answer = JSON.parse(written) as AnswerJson
  expect([exitCode, schemaErrors('search', answer)]).toEqual([0, []])
  return answer
}

describe('A25: damage of an index is never silent', () => {
  it('A25: a damaged result is hidden, and not reported as no results', async () => {
    const { database } = await examinedWorkspace()
    const path = copyOf(database)
    const [place = 0] = placesOf(path, sentence)
    flipByte(path, place + 3)
    const { exitCode, written, talked } = await runOn(path, 'search', 'JWT_EXPIRY')
    expect([exitCode, written]).toEqual([6, ''])
    expect(talked).toMatch(
      /^The results cannot be shown\.\nindex: 1 result is damaged and is not shown: run 'recallite doctor --repair'$/m,
    )
    expect((await searched(database, 'JWT_EXPIRY')).degraded).toEqual([])
  })

  it('A25: an unreadable keyword index is reported', async () => {
    const { database } = await examinedWorkspace()
    const path = copyOf(database)
    spoilKeywordIndex(path)
    const { degraded } = await searched(path, 'harbour')
    expect(degraded[0]).toEqual({
      retriever: 'keyword',
      reason: expect.stringContaining('recallite doctor --repair'),
    })
  })

  it('A25: index does not touch a file that is no database, with a separate exit status', async () => {
    const { database, notes } = await examinedWorkspace()
    const path = copyOf(database)
    writeFileSync(path, 'Dear diary')
    const { exitCode, talked } = await runOn(path, 'index', notes)
    expect([exitCode, talked]).toEqual([1, expect.stringContaining('STORE_FOREIGN')])
    expect(readFileSync(path, 'utf8')).toBe('Dear diary')
  })

  it.each<[string, (path: string) => void]>([
    ['without its end', (path) => writeFileSync(path, readFileSync(path).subarray(0, 40_000))],
    ['with a missing page', (path) => writeFileSync(path, readFileSync(path).fill(0, 5 * 8192, 6 * 8192))],
    ['without its beginning', (path) => writeFileSync(path, readFileSync(path).fill(0, 0, 8192))],
    ['with a damaged keyword index', spoilKeywordIndex],
  ])('A1: index renames a database %s, says so, and rebuilds it', async (_, damage) => {
    const { database, notes } = await examinedWorkspace()
    const path = copyOf(database)
    damage(path)
    const damaged = readFileSync(path)
    const { exitCode, talked } = await runOn(path, 'index', notes)
    expect([exitCode, talked]).toEqual([
      0,
      expect.stringContaining(`damaged one was renamed to ${path}.damaged-1.`),
    ])
    expect(readFileSync(`${path}.damaged-1`).equals(damaged)).toBe(true)
    expect((await searched(path, 'harbour')).results.length).toBeGreaterThan(0)
    expect((await runOn(path, 'doctor', '--deep')).exitCode).toBe(0)
  })
})
