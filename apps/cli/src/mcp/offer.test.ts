import { createMemory, type EmbeddingBackend } from '@recallite/core'
import { EmbeddingError, type EmbeddingModel } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { dimensions, isCanary, vectorOf } from '../embedding/__fixtures__/text-vector.js'
import { flagLayer, type FlagSettings, resolveSettings } from '@recallite/settings'
import { keepUpToDate } from './offer.js'

/** A model that records its input. */
function notingModel(requests: (readonly string[])[]): EmbeddingModel {
  return {
    specificationVersion: 'v1',
    identity: { provider: 'test', model: 'noting', dimensions, promptStyle: 'plain' },
    maxBatchItems: 8,
    maxBatchTokens: 8_000,
    async embed({ texts }) {
      requests.push(texts)
      return texts.map((text) => Float32Array.from(vectorOf(text)))
    },
  }
}

function backendOf(open: EmbeddingBackend['open']): EmbeddingBackend {
  return { provider: 'test', model: 'noting', source: 'test:noting', host: null, open }
}

function settingsOf(flags: FlagSettings) {
  return resolveSettings([flagLayer(flags)], { home: '/h', cwd: '/c', variables: {} }).settings
}

/** An index of one note, to be served by a program. */
async function indexedMemory() {
  const { notes, database } = cliWorkspace({ 'a.md': '# A\n\nThe zeppelin flies.\n' })
  const models = [backendOf(async () => notingModel([]))]
  const before = createMemory({ store: await openSqliteStore({ path: database }), models })
  await before.index([notes])
  await before.close()
  return async (open: EmbeddingBackend['open'], settings: FlagSettings = {}) => {
    const store = await openSqliteStore({ path: database })
    const memory = createMemory({ store, models: [backendOf(open)], freshness: 'behind-search' })
    const said: string[] = []
    const upkeep = keepUpToDate(memory, settingsOf(settings), { talk: (text) => void said.push(text) })
    onTestFinished(async () => {
      await upkeep.close()
      await memory.close()
    })
    return { memory, said }
  }
}

describe('A21: a program that serves a memory', () => {
  it.each<[string, FlagSettings]>([
    ['behind its first sync', {}],
    ['at once where nothing is synced at the start', { 'update.onBoot': false }],
  ])('A21: proves the model before anybody asks, %s', async (_, settings) => {
    const serve = await indexedMemory()
    const requests: (readonly string[])[] = []
    const { memory, said } = await serve(async () => notingModel(requests), settings)
    await expect.poll(() => requests.length, { timeout: 10_000 }).toBe(1)
    expect(requests[0]?.every(isCanary)).toBe(true)
    expect((await memory.search('zeppelin')).answer.retrievers.vector).toBe('ok')
    expect(requests.slice(1)).toEqual([['zeppelin']])
    expect(said).toEqual([])
  })

  it('A21: says once why the model does not work', async () => {
    const serve = await indexedMemory()
    const { memory, said } = await serve(async () => {
      throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', 'its file is gone')
    })
    await expect.poll(() => said, { timeout: 10_000 }).toEqual(['test/noting: its file is gone\n'])
    expect((await memory.search('zeppelin')).answer.results).toHaveLength(1)
    expect(said).toHaveLength(1)
  })
})
