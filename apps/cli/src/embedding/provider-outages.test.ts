import { describe, expect, it } from 'vitest'
import { expired, otherHost, selfSigned } from '@recallite/test-kit'
import { linkAt, noteCount, notesAndDatabase, wordOf, writeNotes } from './__fixtures__/faulty-memory.js'
import { answerVectors, playProvider, refuse, type Fault } from './__fixtures__/played-provider.js'
import { readStored } from './__fixtures__/stored-vectors.js'
import { vectorOf } from './__fixtures__/text-vector.js'
import type { PlayedName } from './__fixtures__/wire.js'

const key = 'sk-CANARY+outage/9f8e7d6c5b4a=='
const providers: readonly PlayedName[] = ['openai', 'gemini', 'ollama']

/** Notes, and a memory that embeds by this provider. */
async function memoryBefore(url: string, provider: PlayedName, notes = noteCount) {
  const place = notesAndDatabase()
  writeNotes(place.notes, 0, notes)
  return { ...place, ...(await place.open(linkAt(url, { provider, apiKey: key }))) }
}

/** Every request but the canary's is refused, from one number up to another. */
const busyBetween =
  (from: number, to: number): Fault =>
  (ask) =>
    ask.number >= from && ask.number < to ? refuse(ask, 503) : undefined

describe.each(providers)('%s', (provider) => {
  it('that is not there: nothing is lost, and words answer; when it is there, all is embedded', async () => {
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

  it('that dies in the middle: what was embedded stays, and the next run, elsewhere, sends only the rest', async () => {
    const dying = await playProvider(provider, {
      fault: ({ number, server }) => (number < 2 ? undefined : () => server.stop()),
    })
    const { memory, store, notes, open } = await memoryBefore(dying.server.url, provider)
    const report = await memory.index([notes])
    expect(report.embedFailure).toMatch(/could not be asked|ECONN|does not run/)
    const stored = await readStored(store)
    expect([stored.right.length, stored.wrong]).toEqual([report.embedded, []])
    expect(report.embedded).toBeGreaterThan(0)
    expect(report.embedded).toBeLessThan(noteCount)
    const { answer } = await memory.search(wordOf(3))
    expect(answer.results[0]?.path).toBe(`${wordOf(3)}.md`)
    expect(answer.degraded[0]?.reason).toContain(provider)
    await memory.close()

    const next = await playProvider(provider)
    const again = await open(linkAt(next.server.url, { provider, apiKey: key }))
    expect(await again.memory.index([notes])).toMatchObject({
      embedded: stored.pending.length,
      embedFailure: null,
    })
    const notesAsked = next.asked.flat().filter((text) => text.includes('writes down what the tide'))
    expect(notesAsked).toHaveLength(stored.pending.length)
    expect(await readStored(again.store)).toMatchObject({ wrong: [], pending: [] })
  })

  it('that comes back is noticed without a restart, by searches too', async () => {
    const played = await playProvider(provider, { fault: busyBetween(4, Infinity) })
    const { memory, notes, clock } = await memoryBefore(played.server.url, provider)
    expect(await memory.index([notes])).toMatchObject({ embedded: noteCount })
    const modes: string[] = []
    const search = async () => modes.push((await memory.search(wordOf(5))).answer.mode)
    for (let times = 0; times < 5; times += 1) await search()
    const asked = played.asked.length
    played.heal()
    await search()
    expect(played.asked).toHaveLength(asked)
    clock.pass(61_000)
    await search()
    expect(modes).toEqual([...Array.from({ length: 6 }, () => 'keyword'), 'hybrid'])
  })

  it('whose model changes under its name: nothing of the new one is stored, words answer, until it is embedded anew', async () => {
    const played = await playProvider(provider)
    const first = await memoryBefore(played.server.url, provider, 12)
    expect(await first.memory.index([first.notes])).toMatchObject({ embedded: 12 })
    await first.memory.close()

    const changed = await playProvider(provider, {
      isFromTheFirst: true,
      fault: ({ wire, texts }) =>
        answerVectors(
          wire,
          texts.map((text) => vectorOf(text, { salt: 'another' })),
        ),
    })
    writeNotes(first.notes, 12, noteCount)
    const second = await first.open(linkAt(changed.server.url, { provider, apiKey: key }))
    const report = await second.memory.index([first.notes])
    expect([report.embedded, report.embedFailure]).toEqual([0, expect.stringContaining('has changed')])
    const { right, wrong, pending } = await readStored(second.store)
    expect([right.length, wrong, pending.length]).toEqual([12, [], 8])
    const { answer } = await second.memory.search(wordOf(18))
    expect([answer.mode, answer.results[0]?.path]).toEqual(['keyword', `${wordOf(18)}.md`])
    expect(answer.degraded[0]?.reason).toMatch(/has changed under the same name.*spaces drop/)

    const [space] = await second.store.listSpaces()
    if (space) await second.memory.dropSpace(space)
    expect(await second.memory.index([first.notes])).toMatchObject({
      embedded: noteCount,
      embedFailure: null,
    })
    expect((await second.memory.search(wordOf(18))).answer).toMatchObject({ mode: 'hybrid', degraded: [] })
  })
})

describe.each([
  ['its own certificate', selfSigned],
  ['an expired certificate', expired],
  ['a certificate for another host', otherHost],
])('a server with %s', (_, tls) => {
  it('gets no text and no key, and its host is named', async () => {
    const played = await playProvider('openai', { tls })
    const { memory, notes, clock } = await memoryBefore(played.server.url, 'openai')
    const report = await memory.index([notes])
    expect(report.embedFailure).toMatch(/localhost:\d+.*TLS/)
    expect([report.embedded, played.server.requests, clock.waits]).toEqual([0, [], []])
    expect(report.embedFailure).not.toContain(key)
  })
})
