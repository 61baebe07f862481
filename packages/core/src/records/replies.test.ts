import { describe, expect, it } from 'vitest'
import { contentsOf, openRecordMemory as openMemory } from './__fixtures__/open-record-memory.js'

describe('an answer among the records of a session', () => {
  const question = 'Which day is the dentist appointment?'
  const answer = 'Yes, next Friday at ten.'

  async function openTalk() {
    const opened = await openMemory()
    const { memory, clock } = opened
    const ids: string[] = []
    for (const content of [question, answer, 'The corridor lamp flickers after rain.']) {
      ids.push((await memory.remember(content, { session: 'talk' })).record.id)
      clock.time += 1000
    }
    await memory.remember('Yes, next Monday.', { session: 'other' })
    const found = async (query = 'dentist appointment') =>
      contentsOf(await memory.recall(query, { threshold: 0 }))
    return { ...opened, ids, found }
  }

  it('C9: is found by the question before it, as a separate record', async () => {
    const { found } = await openTalk()
    expect(await found()).toEqual([question, answer])
  })

  it('C9: is not found by a question that was forgotten, superseded or came later', async () => {
    const { memory, found, ids, clock } = await openTalk()
    await memory.forget(ids[0] ?? '')
    expect(await found()).toEqual([])
    const between = { session: 'talk', occurredAt: clock.time - 2500 }
    const inserted = await memory.remember('Who repairs the bicycle?', between)
    expect(await found('bicycle')).toEqual(['Who repairs the bicycle?', answer])
    await memory.supersede(inserted.record.id, 'The bicycle is repaired.')
    expect(await found('bicycle')).toEqual(['The bicycle is repaired.'])
    await memory.remember('Where does the train leave?', { session: 'talk' })
    expect(await found('train')).toEqual(['Where does the train leave?'])
  })
})
