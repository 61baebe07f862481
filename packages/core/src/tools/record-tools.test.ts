import { countTokens } from '@recallite/chunker'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemory } from '../create-memory.js'
import { recordsOf } from '../records/__fixtures__/open-record-memory.js'
import { memoryRecallTool } from './recall-tool.js'
import { memoryForgetTool, memoryRememberTool } from './record-tools.js'
import { memorySessionTool } from './session-tool.js'

/** The tools over records in memory; their markers are known. */
async function recordTools() {
  const records = await openSqliteRecords({ path: ':memory:' })
  const index = await openSqliteStore({ path: ':memory:' })
  const memory = recordsOf(createMemory({ store: index, records }))
  onTestFinished(() => memory.close())
  const options = { random: () => 'qj' }
  return {
    remember: memoryRememberTool(memory, options),
    recall: memoryRecallTool(memory, options),
    forget: memoryForgetTool(memory),
    session: memorySessionTool(memory, options),
  }
}

describe('the tools of records', () => {
  it('C17: cost a model few tokens in each conversation, and each field says what it is for', async () => {
    const tools = Object.values(await recordTools())
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

  it('C10: give a record back as it was remembered, as data between markers', async () => {
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
    expect(text).toContain(`
<memory-qj id="${result?.record.id}" collection="default" session="s1" date="2026-02-11T00:00" confidence="0.5" score="${score}"`)
    expect(text).toContain(`>
Push slowly.
Then wait.
summary: Pushing
tags: arm
scopeFiles: push.py
scopeEntities: Arm
context: {"task":{"name":"push"},"robot":{"id":"r1"}}
</memory-qj>`)
  })

  it('show what a person would not see, and take such names back', async () => {
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
      /^<memory-qj session=".*" collection="default" records="1" started="[\dT:-]{16}" ended="[\dT:-]{16}">\nsummary: It\nworks\.\ncontext: /mu,
    )
    await expect(session.execute({ action: 'end' })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    const unknown = session.execute({ action: 'end', session: 'nothing' })
    await expect(unknown).rejects.toMatchObject({ code: 'RECORD_UNKNOWN_SESSION' })
    await expect(session.execute({ action: 'stop' })).rejects.toThrow(/one of start, end, list/)
  })

  it('keep whole records within a budget of tokens, and say what they left out', async () => {
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

  it('say that nothing fits, and what held it back', async () => {
    const { remember, recall } = await recordTools()
    await remember.execute({ content: 'The invoice of the harbour is paid.' })
    const query = 'invoice zebra Lisbon Oslo Madrid quantum Vienna Rome'
    const held = await recall.execute({ query })
    expect([held.structured.abstained, held.structured.heldBack]).toEqual([true, 1])
    expect(held.text).toMatch(/1 record was held back.*minScore 0/)
    const none = await recall.execute({ query: 'invoice', filter: { a: 1 }, minConfidence: 0.2 })
    expect(none.text).toMatch(/within minConfidence, filter/)
  })

  it('stop where they are told to', async () => {
    const { remember, recall, forget } = await recordTools()
    const signal = AbortSignal.abort(new RangeError('stopped'))
    const input = { content: 'x', query: 'x', id: 'x' }
    for (const [tool, name] of [
      [remember, 'content'],
      [recall, 'query'],
      [forget, 'id'],
    ] as const)
      await expect(tool.execute({ [name]: input[name] }, { signal })).rejects.toThrow('stopped')
  })
})
