import { rmSync } from 'node:fs'
import { extractContext } from '@recallite/store/records'
import { describe, expect, it } from 'vitest'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { contentsOf, openRecordMemory as openMemory, start } from './__fixtures__/open-record-memory.js'

describe('a memory of records', () => {
  it('C4: recalls what was remembered, by content, summary, files and entities', async () => {
    const { memory } = await openMemory()
    await memory.remember('The gripper closes with 12 newtons on glass.', {
      summary: 'Grasping cups',
      scopeFiles: ['src/grasp/force.py'],
      scopeEntities: ['GripController'],
      tags: ['kitchen'],
    })
    await memory.remember('The corridor lamp flickers after rain.')
    for (const query of ['gripper glass', 'grasping cups', 'force.py', 'GripController', 'kitchen']) {
      const answer = await memory.recall(query, { threshold: 0 })
      expect([query, contentsOf(answer)[0]]).toEqual([query, 'The gripper closes with 12 newtons on glass.'])
    }
  })

  it('C1: rejects a blank query without a session, and a limit out of range', async () => {
    const { memory } = await openMemory()
    await expect(memory.recall(' ')).rejects.toMatchObject({ code: 'QUERY_EMPTY' })
    for (const limit of [0, 101, 2.5, Number.NaN])
      await expect(memory.recall('lamp', { limit })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    await expect(memory.recall('lamp', { mode: 'fuzzy' as 'hybrid' })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining('hybrid, keyword, vector'),
    })
    await expect(memory.remember(' ')).rejects.toMatchObject({ code: 'RECORD_BLANK' })
  })

  it('reports the duration of the index update and of each part of a recall', async () => {
    const { memory, records } = await openMemory()
    await records.put([{ content: 'The corridor lamp flickers after rain.' }])
    const { timings } = await memory.recall('corridor lamp')
    expect(timings.sync).toBeGreaterThan(0)
    const { keyword = 0 } = timings.retrievers
    expect(keyword).toBeGreaterThan(0)
    expect(timings.total).toBeGreaterThan(timings.sync + keyword)
    const { id } = await memory.startSession()
    const replayed = await memory.recall('', { session: id })
    expect(replayed.timings).toMatchObject({ retrievers: {}, rank: 0 })
    expect(replayed.timings.total).toBeGreaterThan(replayed.timings.sync)
  })

  it('C1: replays a session in chronological order', async () => {
    const { memory, clock } = await openMemory()
    const { id } = await memory.startSession({ id: 'morning' })
    for (const content of ['Opened the door.', 'Fetched a cup.', 'Closed the door.']) {
      await memory.remember(content, { session: id })
      clock.time += 1000
    }
    await memory.remember('Opened the window.')
    for (const query of ['', '*']) {
      const answer = await memory.recall(query, { session: id })
      expect(answer.isReplay).toBe(true)
      expect(contentsOf(answer)).toEqual(['Opened the door.', 'Fetched a cup.', 'Closed the door.'])
    }
    const door = await memory.recall('door', { session: id, threshold: 0 })
    expect(contentsOf(door).toSorted()).toEqual(['Closed the door.', 'Opened the door.'])
  })

  it('C9: starts, lists and ends sessions, and recalls within one', async () => {
    const { memory, clock } = await openMemory()
    const { id } = await memory.startSession({ context: { robot: { id: 'arm-01' } } })
    await memory.startSession({ id: 'other' })
    await memory.remember('The door sticks.', { session: id })
    await memory.remember('The door squeaks.', { session: 'other' })
    clock.time += 5000
    await memory.endSession(id, { summary: 'Doors.' })
    await expect(memory.endSession('nothing')).rejects.toMatchObject({ code: 'RECORD_UNKNOWN_SESSION' })
    const sessions = await memory.listSessions()
    expect(sessions.find((session) => session.id === id)).toMatchObject({
      context: { robot: { id: 'arm-01' } },
      endedAt: start + 5000,
      summary: 'Doors.',
      records: 1,
    })
    expect((await memory.listSessions({ isOpen: true })).map((session) => session.id)).toEqual(['other'])
    expect(contentsOf(await memory.recall('door', { session: id, threshold: 0 }))).toEqual([
      'The door sticks.',
    ])
  })

  it('C10: returns params, spatial, robot and task, and each can be filtered by', async () => {
    const { memory } = await openMemory()
    const context = {
      params: { force: { value: 12.5, unit: 'N' } },
      spatial: { position: [1, 2, 0.5], frame: 'map' },
      robot: { id: 'arm-01' },
      task: { name: 'push', success: true },
    }
    await memory.remember('Push slowly.', { context })
    await memory.remember('Push quickly.', { context: { ...context, spatial: 'nowhere', task: 'push' } })
    const { results } = await memory.recall('push slowly', { threshold: 0, filter: { 'task.success': true } })
    expect(results.map(({ record }) => extractContext(record.context))).toEqual([context])
    const other = await memory.recall('push quickly', { threshold: 0, filter: { task: 'push' } })
    expect(results.length + other.results.length).toBe(2)
    expect(extractContext(other.results[0]?.record.context ?? {})).toMatchObject({
      spatial: null,
      task: 'push',
    })
  })

  it('C11: finds all of a small set among many others, by either retriever', async () => {
    const { memory, records } = await openMemory({ models: [createConceptModel().model] })
    const others = Array.from({ length: 600 }, (_, number) => ({
      content: `The door number ${number} was opened.`,
      context: { robot: { type: 'arm' } },
    }))
    const matching = Array.from({ length: 10 }, (_, number) => ({
      content: `Door ${number + 1000} is the one to open.`,
      context: { robot: { type: 'rover' } },
    }))
    await records.put([...others.slice(0, 300), ...matching, ...others.slice(300)])
    await memory.index()
    for (const mode of ['keyword', 'vector', 'hybrid'] as const) {
      const filter = { 'robot.type': 'rover' }
      const answer = await memory.recall('door open', { mode, filter, limit: 10, threshold: 0 })
      expect([mode, answer.results.length]).toEqual([mode, 10])
      expect(answer.results.every(({ record }) => record.content.startsWith('Door 1'))).toBe(true)
    }
    await expect(memory.recall('door', { filter: { 'robot.type': { $like: 'x' } } })).rejects.toMatchObject({
      code: 'FILTER_UNKNOWN_OPERATOR',
    })
  })

  it('C8: omits records of less confidence, and prefers confident ones', async () => {
    const { memory } = await openMemory()
    await memory.remember('Perhaps the pump leaks at the valve.', { confidence: 0.2 })
    await memory.remember('The pump leaks at the valve, surely.', { confidence: 1 })
    const all = await memory.recall('pump leaks valve', { threshold: 0 })
    expect(all.results.map(({ record }) => record.confidence)).toEqual([1, 0.2])
    expect(all.results.map(({ adjustments }) => adjustments.confidence)).toEqual([1, 0.6])
    const sure = await memory.recall('pump leaks valve', { threshold: 0, minConfidence: 0.3 })
    expect(sure.results.map(({ record }) => record.confidence)).toEqual([1])
  })

  it('C12: orders by distance; records without valid coordinates come last', async () => {
    const { memory } = await openMemory()
    const positions: readonly (readonly [string, unknown])[] = [
      ['far', [9, 0, 0]],
      ['nowhere', undefined],
      ['near', [1, 0, 0]],
      ['malformed', ['x', 2]],
      ['middle', [3, 4, 0]],
    ]
    for (const [name, position] of positions)
      await memory.remember(`A charger stands here: ${name}.`, {
        context: { spatial: { position } } as never,
        allowDuplicate: true,
      })
    const spatial = { position: [0, 0, 0] }
    const answer = await memory.recall('charger stands', { spatial, threshold: 0 })
    expect(answer.results.map(({ adjustments }) => adjustments.distance)).toEqual([1, 5, 9, null, null])
    const within = await memory.recall('charger stands', {
      spatial: { ...spatial, maxDistance: 5 },
      threshold: 0,
    })
    expect(within.results.map(({ adjustments }) => adjustments.distance)).toEqual([1, 5])
  })

  it('C7: prefers records that match a boost, within bounds', async () => {
    const { memory } = await openMemory()
    await memory.remember('The wheel slips on wet tiles.', { context: { env: { kind: 'sim' } } })
    await memory.remember('On wet tiles the wheel slips a little.', { context: { env: { kind: 'real' } } })
    const boost = { filter: { 'env.kind': 'real' }, factor: 1.5 }
    const { results } = await memory.recall('wheel slips wet tiles', { boost, threshold: 0 })
    expect(results[0]?.adjustments.boost).toBe(1.5)
    await expect(memory.recall('wheel', { boost: { ...boost, factor: 3 } })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    })
  })

  it('C16: stores no duplicates, and reports the similarity', async () => {
    const { memory } = await openMemory({ models: [createConceptModel().model] })
    const { record, degraded } = await memory.remember(
      'The deploy runs every Monday at nine from the main branch.',
    )
    // The first record of a collection is compared too.
    expect(degraded).toEqual([])
    const same = await memory.remember('The  deploy runs every Monday at nine from the main branch.')
    expect(same).toMatchObject({
      outcome: 'duplicate',
      record: { id: record.id },
      duplicate: { by: 'content' },
    })
    const alike = await memory.remember('the deploy runs every Monday at nine, from the main branch')
    expect(alike).toMatchObject({ outcome: 'duplicate', duplicate: { by: 'words' } })
    const shorter = await memory.remember('From the main branch the deploy runs at nine every Monday.')
    expect(shorter).toMatchObject({ outcome: 'duplicate', duplicate: { by: 'meaning' } })
    const longer = await memory.remember(
      'It is that from the main branch our deploy runs at nine every Monday.',
    )
    expect(longer).toMatchObject({ outcome: 'duplicate', duplicate: { by: 'meaning' } })
    const other = await memory.remember('The deploy runs every Monday at ten from the main branch.')
    expect(other.outcome).toBe('added')
    const forced = await memory.remember('The deploy runs every Monday at nine from the main branch.', {
      allowDuplicate: true,
    })
    expect(forced.outcome).toBe('added')
  })

  it('C16: stores texts that differ only in a sign', async () => {
    const { memory } = await openMemory({ models: [createConceptModel().model] })
    for (const sign of ['A+', 'A-', 'A', '✅', '❌', '> 5', '< 5', '$5', '€5'])
      expect([sign, (await memory.remember(`The result is ${sign}`)).outcome]).toEqual([sign, 'added'])
    expect((await memory.remember('The result is “A+”.')).outcome).toBe('duplicate')
  })

  it('C4: does not recall superseded or forgotten records, unless superseded ones are included', async () => {
    const { memory } = await openMemory()
    const { record: old } = await memory.remember('The port of the service is 8080.')
    const { record: fresh } = await memory.supersede(old.id, 'The port of the service is 9090.')
    const { record: gone } = await memory.remember('The port of the tunnel is 22.')
    expect(await memory.forget(gone.id)).toBe(true)
    expect(await memory.forget(gone.id)).toBe(false)
    const answer = await memory.recall('port', { threshold: 0 })
    expect(answer.results.map(({ record }) => record.id)).toEqual([fresh.id])
    const all = await memory.recall('port', { threshold: 0, includeSuperseded: true })
    expect(all.results.map(({ record }) => record.id).toSorted()).toEqual([old.id, fresh.id].toSorted())
    expect(await memory.get(old.id)).toMatchObject({ status: 'superseded', supersededBy: fresh.id })
  })

  it('C14: counts returned and read records, but not candidates, and writes the counts when it is closed', async () => {
    const { memory, whole, open } = await openMemory()
    const { record } = await memory.remember('The heron limps.')
    await memory.recall('heron', { threshold: 0 })
    await memory.recall('heron', { threshold: 0 })
    const { candidates } = await whole.candidates('heron', { kinds: ['record'], threshold: 0 })
    expect(candidates[0]?.items.map(({ locator }) => locator.path)).toEqual([record.id])
    await memory.get(record.id)
    await memory.close()
    const again = await open()
    expect(await again.records.get(record.id)).toMatchObject({
      returnCount: 2,
      accessCount: 1,
      lastAccessed: start,
    })
  })

  it('rebuilds a deleted index', async () => {
    const { memory, open, paths } = await openMemory()
    await memory.remember('The heron limps.')
    await memory.close()
    rmSync(paths.index)
    const again = await open()
    await again.records.put([{ content: 'The stork does not.' }])
    const answer = await again.memory.recall('heron', { threshold: 0 })
    expect(contentsOf(answer)).toEqual(['The heron limps.'])
  })
})
