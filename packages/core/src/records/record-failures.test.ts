import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { contentsOf, openRecordMemory as openMemory } from './__fixtures__/open-record-memory.js'

const pageSize = 8192

/** Overwrites each page of a database that contains a word, so that it opens but cannot be read there. */
function destroyPagesWith(path: string, word: string): void {
  const bytes = readFileSync(path)
  const pages: number[] = []
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1))
    pages.push(Math.floor(at / pageSize))
  expect(pages.length).toBeGreaterThan(0)
  for (const page of pages) bytes.fill(0x5a, page * pageSize, (page + 1) * pageSize)
  writeFileSync(path, bytes)
}

describe('a record memory with a failure', () => {
  it('C17: answers with a damaged index, stores records, and reports the damage', async () => {
    const { memory, open, paths } = await openMemory()
    await memory.remember('The heron limps.', { session: 'pond' })
    await memory.close()
    destroyPagesWith(paths.index, 'heron')
    const again = await open()
    const { outcome, record, degraded } = await again.memory.remember('The stork sleeps.', {
      session: 'pond',
    })
    expect([outcome, degraded.length > 0]).toEqual(['added', true])
    const answer = await again.memory.recall('heron', { threshold: 0 })
    expect(answer.degraded.map(({ reason }) => reason).join()).toMatch(/damaged/)
    expect([answer.abstained, answer.isReplay, Array.isArray(answer.results)]).toEqual([false, false, true])
    expect(await again.records.get(record.id)).toMatchObject({ content: 'The stork sleeps.' })
    const replay = await again.memory.recall('', { session: 'pond' })
    expect(contentsOf(replay).toSorted()).toEqual(['The heron limps.', 'The stork sleeps.'])
  })

  it('C17: answers by keyword if the model fails, and reports it', async () => {
    const failing = {
      ...createConceptModel().model,
      embed: () => Promise.reject(new Error('the model is gone')),
    }
    const { memory } = await openMemory({ models: [failing] })
    const { outcome, degraded } = await memory.remember('The heron limps.')
    expect([outcome, degraded.length > 0]).toEqual(['added', true])
    const answer = await memory.recall('heron', { threshold: 0 })
    expect([answer.mode, contentsOf(answer)]).toEqual(['keyword', ['The heron limps.']])
    expect(answer.degraded[0]?.reason).toMatch(/./u)
  })
})
