import { describe, expect, it } from 'vitest'
import { linkAt, noteCount, notesAndDatabase, wordOf, writeNotes } from './__fixtures__/faulty-memory.js'
import { playProvider } from './__fixtures__/played-provider.js'
import { readStored } from './__fixtures__/stored-vectors.js'
import type { PlayedName } from './__fixtures__/wire.js'

const key = 'sk-CANARY+outage/9f8e7d6c5b4a=='
const providers: readonly PlayedName[] = ['openai', 'gemini', 'ollama']

/** Notes, and a memory that embeds with this provider. */
async function memoryBefore(url: string, provider: PlayedName) {
  const place = notesAndDatabase()
  writeNotes(place.notes, 0, noteCount)
  return { ...place, ...(await place.open(linkAt(url, { provider, apiKey: key }))) }
}

describe.each(providers)('%s', (provider) => {
  it('in an outage: nothing is lost, and keyword search works; afterwards everything is embedded', async () => {
    const gone = await playProvider(provider)
    await gone.server.stop()
    const { memory, store, notes, open } = await memoryBefore(gone.server.url, provider)
    const report = await memory.index([notes])
    expect([report.files, report.embedded, report.embedFailure]).toEqual([
      noteCount,
      0,
      expect.stringContaining('ECONNREFUSED'),
    ])
    expect(await readStored(store)).toMatchObject({ right: [], wrong: [] })
    const { answer } = await memory.search(wordOf(3))
    expect([answer.mode, answer.results[0]?.path]).toEqual(['keyword', `${wordOf(3)}.md`])
    expect(answer.degraded).toEqual([
      { retriever: 'vector', reason: expect.stringContaining('nothing is embedded') },
    ])
    await memory.close()

    const there = await playProvider(provider)
    const again = await open(linkAt(there.server.url, { provider, apiKey: key }))
    expect(await again.memory.index([notes])).toMatchObject({ embedded: noteCount, embedFailure: null })
    expect(await readStored(again.store)).toMatchObject({ wrong: [], pending: [] })
  })
})
