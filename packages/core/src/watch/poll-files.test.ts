import { setTimeout } from 'node:timers/promises'
import type { Root } from '@recallite/store'
import { describe, expect, it } from 'vitest'
import { watchMemory } from './watch-memory.js'
import type { WatchFiles } from './watch-files.js'

const roots: Root[] = [{ name: 'notes', path: '/notes' }]

function watchedBy(watchFiles: WatchFiles) {
  const changes: unknown[] = []
  const background = {
    changed: (how: unknown) => void changes.push(how),
    isBehind: false,
    refreshedAt: undefined,
    refreshed: async () => {},
    close: async () => {},
  }
  const troubles: string[] = []
  const options = { interval: 0, onTrouble: (message: string) => troubles.push(message) }
  const store = { listRoots: async () => roots }
  const subject = { store, sources: [], background, listen: () => {}, watchFiles }
  return { changes, troubles, begin: () => watchMemory(subject, options) }
}

describe('A21: where the system has no more watches', () => {
  it('looks again and again instead, and says so once', async () => {
    let closed = 0
    const { changes, troubles, begin } = watchedBy(async (_, { onFailure }) => {
      onFailure(Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }))
      onFailure(new Error('and once more'))
      return { close: async () => void (closed += 1) }
    })
    const watch = await begin()
    const before = changes.length
    await setTimeout(2_200)
    expect(changes.length).toBeGreaterThan(before)
    expect(troubles).toEqual([expect.stringMatching(/EMFILE.* looking every 2 s instead/)])
    expect(closed).toBeGreaterThan(0)
    await watch.close()
    const after = changes.length
    await setTimeout(2_200)
    expect(changes).toHaveLength(after)
  })
})
