import { countTokens } from '@recallite/chunker'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemory } from '../create-memory.js'
import { recordsOf } from '../records/__fixtures__/open-record-memory.js'
import { memoryRecallTool } from './recall-tool.js'
import { memoryForgetTool, memoryRememberTool } from './record-tools.js'
import { memorySessionTool } from './session-tool.js'

/** Tools for a memory whose records are stored in RAM. */
async function recordTools() {
  const records = await openSqliteRecords({ path: ':memory:' })
  const index = await openSqliteStore({ path: ':memory:' })
  const memory = recordsOf(createMemory({ store: index, records }))
  onTestFinished(() => memory.close())
  return {
    memory,
    remember: memoryRememberTool(memory),
    recall: memoryRecallTool(memory),
    forget: memoryForgetTool(memory),
    session: memorySessionTool(memory),
  }
}

describe('the tools of records', () => {
  it('C17: cost a model few tokens in each conversation, and each field has a description', async () => {
    const { memory: _, ...all } = await recordTools()
    const tools = Object.values(all)
    const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    expect(countTokens(JSON.stringify(seen))).toBeLessThanOrEqual(2_000)
    const fields = tools.flatMap(({ inputSchema }) => Object.entries(inputSchema['properties'] as object))
    expect(fields.length).toBeGreaterThan(25)
    for (const [, field] of fields) expect(field).toMatchObject({ description: expect.stringMatching(/\.$/) })
    expect(tools.map(({ name, effect }) => [name, effect])).toEqual([
      ['memory_remember', 'adds'],
      ['memory_recall', 'none'],
      ['memory_forget', 'removes'],
      ['memory_session', 'adds'],
    ])
  })

  it('say which records a new one contradicts, as data, and recall the newest first', async () => {
    const { remember, recall } = await recordTools()
    const { structured: old } = await remember.execute({ content: 'Anna: the parking code is 4711' })
    const { structured, text } = await remember.execute({ content: 'Anna: the parking code is 4712' })
    const [{ id } = { id: '' }] = structured.contradicts
    expect(id).toBe(old.record.id)
    expect(text).toContain(`It contradicts ${id}; both remain. If ${id} is outdated, call memory_remember`)
    expect(text.indexOf('is 4711')).toBeGreaterThan(text.indexOf('both remain'))
    const recalled = await recall.execute({ query: 'parking code 4711', minScore: 0 })
    expect(recalled.structured.results.map(({ record: { content } }) => content.slice(-4))).toEqual([
      '4712',
      '4711',
    ])
    expect(recalled.text).toMatch(
      new RegExp(`replaces ${id} \\(\\d{4}-\\d\\d-\\d\\d\\): “Anna: the parking code is 4711”`),
    )
    expect(recalled.text).toContain(`contradicted by ${structured.record.id} (`)
  })

  it('C10: return a record as it was stored, as data between markers', async () => {
    const { remember, recall } = await recordTools()
    const given = {
      content: 'Push slowly.\nThen wait.',
      summary: 'Pushing',
      context: { task: { name: 'push' }, robot: { id: 'r1' } },
      tags: ['arm'],
      scopeFiles: ['push.py'],
      scopeEntities: ['Arm'],
      session: 's1',
      confidence: 0.5,
      occurredAt: '2026-02-11',
    }
    await remember.execute(given)
    const { structured, text } = await recall.execute({ query: 'push', minScore: 0 })
    const [result] = structured.results
    expect(result?.record).toMatchObject({
      ...given,
      collection: 'default',
      status: 'active',
      supersededBy: null,
      occurredAt: '2026-02-11T00:00:00.000Z',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect(Object.keys(result?.record ?? {})).not.toContain('hash')
    const score = Number(result?.score.toFixed(4))
    const [marker] = /memory-[a-p]{16}/u.exec(text) ?? []
    expect(text).toContain(`
<${marker} id="${result?.record.id}" collection="default" origin="agent" session="s1" date="2026-02-11T00:00" confidence="0.5" score="${score}"`)
    expect(text).toContain(`>
Push slowly.
Then wait.
summary: Pushing
tags: arm
scopeFiles: push.py
scopeEntities: Arm
context: {"task":{"name":"push"},"robot":{"id":"r1"}}
</${marker}>`)
  })

  it('show invisible characters, and accept such names', async () => {
    const { remember, recall } = await recordTools()
    const hidden = '\u{e0069}\u200b'
    await remember.execute({
      content: `Zeppelin${hidden}`,
      collection: `c${hidden}`,
      context: { [hidden]: [hidden] },
    })
    const found = await recall.execute({ query: 'zeppelin', minScore: 0 })
    expect(JSON.stringify(found)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
    const { collection = '' } = found.structured.results[0]?.record ?? {}
    expect(collection).toBe('c\\u{e0069}\\u{200b}')
    const again = await recall.execute({ query: 'zeppelin', collection, minScore: 0 })
    expect(again.structured.results.length).toBe(1)
  })

  it('C9: start, end and list sessions, as data between markers', async () => {
    const { session, remember, recall } = await recordTools()
    const started = await session.execute({
      action: 'start',
      session: 's\u200b',
      context: { task: 'push\u200b' },
    })
    expect(started).toMatchObject({
      text: 'Started the session "s\\\\u{200b}".',
      structured: { sessions: [{ collection: 'default', endedAt: null, records: null }] },
    })
    const [{ id } = { id: '' }] = started.structured.sessions
    await remember.execute({ content: 'Push slowly.', session: 's\u200b' })
    await remember.execute({ content: 'Push hard.', session: 'other' })
    const within = await recall.execute({ query: 'push', session: id, minScore: 0 })
    expect(within.structured.results.map(({ record }) => record.content)).toEqual(['Push slowly.'])
    // The name as it was shown.
    await session.execute({ action: 'end', session: id, summary: 'It\nworks.' })
    const { structured, text } = await session.execute({ action: 'list' })
    expect(structured.sessions).toMatchObject([
      { id: 'other', records: 1, endedAt: null },
      { id, records: 1, context: { task: 'push\\u{200b}' } },
    ])
    expect(text).toMatch(
      /^<memory-[a-p]+ session=".*" collection="default" records="1" started="[\dT:-]{16}" ended="[\dT:-]{16}">\nsummary: It\nworks\.\ncontext: /mu,
    )
    const unknown = session.execute({ action: 'end', session: 'nothing' })
    await expect(unknown).rejects.toMatchObject({ code: 'RECORD_UNKNOWN_SESSION' })
  })

  it('recall according to each field', async () => {
    const { memory, recall } = await recordTools()
    const recalls = vi.spyOn(memory, 'recall')
    const named = { collection: 'c', session: 's', minConfidence: 0.2, filter: { a: 1 } }
    const others = { includeSuperseded: true, mode: 'keyword' }
    const spatial = { near: [1, 2], maxDistance: 3, frame: 'f', nearField: 'g' }
    const boost = { boost: { env: 'real' }, boostFactor: 2 }
    const sizes = { maxResults: 7, halfLife: 30, minScore: 0.1 }
    await recall.execute({ query: 'cup', ...named, ...others, ...spatial, ...boost, ...sizes })
    await recall.execute({ query: 'cup', boost: { env: 'sim' } })
    expect(recalls.mock.calls).toMatchObject([
      [
        'cup',
        {
          ...named,
          ...others,
          limit: 8,
          threshold: 0.1,
          decay: { halfLife: 30 },
          spatial: { position: [1, 2], maxDistance: 3, frame: 'f', field: 'g' },
          boost: { filter: { env: 'real' }, factor: 2 },
        },
      ],
      ['cup', { boost: { filter: { env: 'sim' }, factor: 1.5 } }],
    ])
  })

  it('return distance and share of the best score; a replay has no scores', async () => {
    const { remember, recall } = await recordTools()
    const near = { content: 'The cup is here.', context: { spatial: { position: [1, 0] } }, session: 's' }
    await remember.execute(near)
    await remember.execute({ content: 'A cup and another cup.', session: 's' })
    const { structured, text } = await recall.execute({ query: 'cup', near: [0, 0], minScore: 0 })
    expect(structured.results.map(({ distance }) => distance)).toEqual([1, null])
    expect(Math.max(...structured.results.map(({ share }) => share))).toBe(1)
    expect(text).toContain(' distance="1">')
    const replay = await recall.execute({ session: 's' })
    expect(replay.structured).toMatchObject({ isReplay: true, results: [{ score: 1, share: 1 }, {}] })
    expect(replay.text).not.toMatch(/ (score|weak|distance)=/)
  })

  it('C16: store nothing twice, and supersede and forget records', async () => {
    const { remember, recall, forget } = await recordTools()
    const first = await remember.execute({ content: 'The key is under the mat.' })
    const again = await remember.execute({ content: 'The key is  under the mat.' })
    expect(again.structured).toMatchObject({
      outcome: 'duplicate',
      record: { id: first.structured.record.id },
    })
    expect(again.text).toMatch(/^Not stored: .*allowDuplicate[^]*<memory-/)
    const twice = await remember.execute({ content: 'The key is under the mat.', allowDuplicate: true })
    expect(twice.structured.outcome).toBe('added')
    await forget.execute({ id: twice.structured.record.id })
    const next = await remember.execute({
      content: 'The key is in the shed.',
      supersedes: first.structured.record.id,
    })
    const { id } = next.structured.record
    const found = await recall.execute({ query: 'key', minScore: 0 })
    expect(found.structured.results.map(({ record }) => record.id)).toEqual([id])
    expect(await forget.execute({ id })).toEqual({
      structured: { id, forgotten: true },
      text: `Forgot "${id}".`,
    })
    await expect(forget.execute({ id })).rejects.toMatchObject({ code: 'RECORD_UNKNOWN' })
  })

  it.each([
    ['recall', { query: 'x', maxResults: 101 }, /'maxResults' is 101; .* from 1 to 100/],
    ['recall', { query: 'x', filter: ['y'] }, /'filter' is \["y"\]; it must be a JSON object/],
    ['recall', { query: 'x', near: ['1'] }, /'near' is \["1"\]; it must be a list of numbers/],
    ['recall', { query: 'x', maxDistance: 1 }, /Give it in 'near'/],
    ['recall', { query: 'x', boostFactor: 1 }, /Give it in 'boost'/],
    ['recall', { query: 'x', boost: { a: 1 }, boostFactor: 9 }, /'boostFactor' is 9/],
    ['remember', {}, /'content' is missing/],
    ['remember', { content: 'x', allowDuplicate: 'yes' }, /it must be true or false/],
    ['session', { action: 'end' }, /Name it in 'session'/],
    ['session', { action: 'stop' }, /one of start, end, list/],
  ] as const)('C17: %s refuses %j', async (name, input, message) => {
    const refused = { code: 'OPTION_INVALID', message: expect.stringMatching(message) }
    await expect((await recordTools())[name].execute(input)).rejects.toMatchObject(refused)
  })

  it('keep whole records within a budget of tokens, and state what does not fit', async () => {
    const { remember, recall } = await recordTools()
    for (let n = 0; n < 5; n++)
      await remember.execute({
        content: `Zeppelin ${n} ${`flies over sea${n} `.repeat(40)}`,
        allowDuplicate: true,
      })
    const { structured, text } = await recall.execute({ query: 'zeppelin', minScore: 0, maxTokens: 500 })
    expect([structured.results.length > 0, structured.results.length + structured.omitted]).toEqual([true, 5])
    expect(countTokens(text)).toBeLessThanOrEqual(500)
    expect(text).toContain(`${structured.omitted} more records were left out`)
  })

  it('report that nothing matches, and what was held back', async () => {
    const { remember, recall } = await recordTools()
    await remember.execute({ content: 'The invoice of the harbour is paid.' })
    const query = 'invoice zebra Lisbon Oslo Madrid quantum Vienna Rome'
    const held = await recall.execute({ query })
    expect([held.structured.abstained, held.structured.heldBack]).toEqual([true, 1])
    expect(held.text).toMatch(/1 record was held back.*minScore 0/)
    const none = await recall.execute({ query: 'invoice', filter: { a: 1 }, minConfidence: 0.2 })
    expect(none.text).toMatch(/within minConfidence, filter/)
  })

  it('stop when they are aborted', async () => {
    const { remember, recall, forget } = await recordTools()
    const stopped = { signal: AbortSignal.abort(new RangeError('stopped')) }
    await expect(remember.execute({ content: 'x' }, stopped)).rejects.toThrow('stopped')
    await expect(recall.execute({ query: 'x' }, stopped)).rejects.toThrow('stopped')
    await expect(forget.execute({ id: 'x' }, stopped)).rejects.toThrow('stopped')
  })
})
