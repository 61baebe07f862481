import type { Remembered } from '@recallite/core/records'
import type { MemoryRecord } from '@recallite/store/records'
import type { RecordsAnswer } from '@recallite/ui/api'
import { describe, expect, it } from 'vitest'
import { pageOfMemory } from './__fixtures__/page-of-memory.js'

interface Failed {
  readonly error?: { readonly code: string }
}

const textsOf = ({ records }: Pick<RecordsAnswer, 'records'>) => records.map(({ text }) => text)

describe('the records of the page', () => {
  it('are sent page by page, earliest first, with the fields of the table', async () => {
    const { records, ask } = await pageOfMemory()
    const told = Array.from({ length: 2500 }, (_, number) => ({
      content: `fact ${number}`,
      createdAt: 1e12 + number,
    }))
    await records.put(told)
    const all: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const page: RecordsAnswer = await ask('records', { after })
      expect(page.records.length).toBeLessThanOrEqual(1000)
      all.push(...textsOf(page))
      after = page.next
    }
    expect(all).toEqual(told.map(({ content }) => content))
  })

  it('are shown by summary or shortened content, and not after they have expired', async () => {
    const { records, ask } = await pageOfMemory()
    await records.put([
      { content: 'a\n\tb '.repeat(1000), createdAt: 1e12 + 1, context: { secret: 1 } },
      { content: 'whole', summary: 'short', createdAt: 1e12 + 2, occurredAt: 1e12 + 7, tags: ['tea'] },
      { content: 'gone', createdAt: 1e12 + 3, expiresAt: 1e12 + 4 },
    ])
    const { records: listed } = await ask<RecordsAnswer>('records')
    expect(listed.map(({ text, time }) => [text.slice(0, 5), text.length <= 200, time])).toEqual([
      ['a b a', true, 1e12 + 1],
      ['short', true, 1e12 + 7],
    ])
    expect(JSON.stringify(listed)).not.toMatch(/secret|whole|tea/u)
  })

  it('are none before anything is remembered', async () => {
    const { ask } = await pageOfMemory()
    expect(await ask('records')).toEqual({ status: 200, records: [], next: null })
    expect(await ask('record', { id: 'x' })).toMatchObject({ error: { code: 'RECORD_UNKNOWN' } })
  })
})

async function pageOfLamps() {
  const { memory, ...page } = await pageOfMemory()
  const { remember, supersede } = memory.records
  const { record: old } = await remember('The corridor lamp is red.', {
    session: 'morning',
    collection: 'house',
  })
  const { record: lamp } = await supersede(old.id, 'The corridor lamp is green.')
  await remember('The kitchen lamp is blue.', { session: 'evening' })
  return { ...page, memory, old, lamp }
}

describe('the page', () => {
  it('supersedes a record as the command does', async () => {
    const { ask, send, old, lamp } = await pageOfLamps()
    const { record } = await send<Remembered>('supersede', {
      id: lamp.id,
      content: 'The corridor lamp is off.',
    })
    expect(record).toMatchObject({
      content: 'The corridor lamp is off.',
      collection: 'house',
      status: 'active',
      origin: 'user',
    })
    expect(await ask<MemoryRecord>('record', { id: lamp.id })).toMatchObject({
      status: 'superseded',
      supersededBy: record.id,
      content: 'The corridor lamp is green.',
    })
    const refused = [
      [{ id: old.id, content: 'The lamp is gone.' }, 'RECORD_SUPERSEDED'],
      [{ id: 'nobody', content: 'x' }, 'RECORD_UNKNOWN'],
      [{ id: record.id, content: ' ' }, 'RECORD_BLANK'],
      [{ id: record.id }, 'OPTION_INVALID'],
    ] as const
    for (const [body, code] of refused) expect((await send<Failed>('supersede', body)).error?.code).toBe(code)
  })

  it('forgets a record: hidden at once, restored by undo, gone for good by a second request', async () => {
    const { ask, send, records, lamp } = await pageOfLamps()
    const id = { id: lamp.id }
    const green = 'The corridor lamp is green.'
    expect(await send('forget', id)).toEqual({ status: 200, ...id })
    expect(textsOf(await ask<RecordsAnswer>('records'))).not.toContain(green)
    expect(await ask('record', id)).toMatchObject({ error: { code: 'RECORD_UNKNOWN' } })
    expect(await records.get(lamp.id)).toBeDefined()
    expect(await send('undo-forget', id)).toEqual({ status: 200, ...id })
    expect(textsOf(await ask<RecordsAnswer>('records'))).toContain(green)
    expect(await send('undo-forget', id)).toMatchObject({ error: { code: 'RECORD_UNKNOWN' } })
    await send('forget', id)
    expect(await send('forget', id)).toEqual({ status: 200, ...id })
    expect(await records.get(lamp.id)).toBeUndefined()
    expect(await send('undo-forget', id)).toMatchObject({ error: { code: 'RECORD_UNKNOWN' } })
    expect(textsOf(await ask<RecordsAnswer>('records'))).not.toContain('The corridor lamp is green.')
    expect(await send('forget', { id: lamp.id })).toMatchObject({ error: { code: 'RECORD_UNKNOWN' } })
    expect(await send('forget', {})).toMatchObject({ error: { code: 'OPTION_INVALID' } })
  })
})
