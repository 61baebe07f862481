import { describe, expect, it } from 'vitest'
import { checkRecord, checkSession } from './check-record.js'
import { recordOfRobotmem, sessionOfRobotmem, type RobotmemMemory, type RobotmemSession } from './robotmem.js'

const memory: RobotmemMemory = {
  id: 3,
  session_id: 'episode-7',
  collection: 'kitchen',
  type: 'fact',
  content: 'grip_force=12.5N yields highest grasp success rate',
  human_summary: 'grip_force=12.5N yields highest grasp success rate',
  context:
    '{"source":"learn_tool","params":{"grip_force":{"value":12.5,"unit":"N"}},"task":{"success":true}}',
  perception_type: null,
  perception_data: null,
  perception_metadata: null,
  concept: null,
  category: 'observation',
  confidence: 0.85,
  decay_rate: 0.01,
  source: 'tool',
  scope: 'project',
  status: 'active',
  superseded_by: null,
  access_count: 2,
  return_count: 4,
  last_accessed: '2026-02-12T08:00:00.000',
  scope_files: '["src/grip.py"]',
  scope_entities: '["Gripper"]',
  created_at: '2026-02-11T08:00:00.500',
}
const alone = { tags: [], successor: undefined }

function imported(
  fields: Partial<RobotmemMemory>,
  related = alone as Parameters<typeof recordOfRobotmem>[1],
) {
  const record = recordOfRobotmem({ ...memory, ...fields }, related)
  return record && checkRecord(record, 0)
}

describe('a memory of robotmem', () => {
  it('becomes a record with its session, confidence, context, scope, tags, times and counts', () => {
    expect(imported({}, { tags: ['observation', 'config'], successor: undefined })).toMatchObject({
      collection: 'kitchen',
      session: 'episode-7',
      content: memory.content,
      summary: null,
      scopeFiles: ['src/grip.py'],
      scopeEntities: ['Gripper'],
      tags: ['observation', 'config'],
      confidence: 0.85,
      context: JSON.parse(memory.context ?? ''),
      createdAt: Date.UTC(2026, 1, 11, 8, 0, 0, 500),
      lastAccessed: Date.UTC(2026, 1, 12, 8),
      accessCount: 2,
      returnCount: 4,
      status: 'active',
    })
  })

  it('has the same id whenever it is imported, and another one than any other memory', () => {
    const ids = [{}, { id: 4 }, { created_at: '2026-02-11T08:00:00.501' }, { content: 'other' }].map(
      (fields) => imported(fields)?.id,
    )
    expect(new Set(ids).size).toBe(4)
    expect(imported({ confidence: 0.1, access_count: 9 })?.id).toBe(ids[0])
  })

  it('names the memory that took its place by that one’s id', () => {
    const successor = { ...memory, id: 9, content: 'later' }
    const record = imported({ status: 'superseded', superseded_by: 9 }, { tags: [], successor })
    expect(record).toMatchObject({
      status: 'superseded',
      supersededBy: imported({ id: 9, content: 'later' })?.id,
    })
    expect(imported({ status: 'superseded', superseded_by: 99 })).toMatchObject({
      status: 'superseded',
      supersededBy: null,
    })
  })

  it('is left out if it was invalidated', () => {
    for (const status of ['invalidated', 'anything']) expect(imported({ status })).toBeUndefined()
  })

  it('keeps what has no field here in its context', () => {
    const fields = {
      type: 'perception',
      category: 'gotcha',
      decay_rate: 0.1,
      perception_type: 'tactile',
      perception_data: '{"n":[1]}',
      perception_metadata: 'text',
      concept: 'grip',
    }
    expect(imported({ ...fields, context: 'in the kitchen' })?.context).toEqual({
      user_context: 'in the kitchen',
      robotmem: { ...fields, perception_data: { n: [1] } },
    })
    expect(imported({ context: ' ' })?.context).toEqual({})
    expect(imported({ context: '[1]' })?.context).toEqual({ user_context: '[1]' })
  })

  it('keeps as much of it as there is room for', () => {
    const fields = {
      type: 'perception',
      perception_metadata: '"short"',
      perception_data: JSON.stringify('x'.repeat(70_000)),
    }
    expect(imported({ ...fields, context: '{"a":1}' })?.context).toEqual({
      a: 1,
      robotmem: { type: 'perception', perception_metadata: 'short' },
    })
  })

  it('with fields that cannot be gets what is usual', () => {
    const odd = {
      confidence: 7,
      created_at: 'once',
      last_accessed: '',
      scope_files: 'none',
      scope_entities: '[1,"a"]',
      session_id: '',
      access_count: null,
    }
    expect(imported(odd)).toMatchObject({
      confidence: 0.9,
      createdAt: 0,
      lastAccessed: null,
      scopeFiles: [],
      scopeEntities: ['a'],
      session: null,
      accessCount: 0,
    })
    expect(imported({ human_summary: 'In other words.' })?.summary).toBe('In other words.')
  })
})

describe('a session of robotmem', () => {
  const session: RobotmemSession = {
    id: 1,
    external_id: 'episode-7',
    collection: 'kitchen',
    context: '{"robot_id":"arm-01"}',
    status: 'ended',
    created_at: '2026-02-11T08:00:00.000',
    updated_at: '2026-02-11T09:00:00.000',
  }

  it('C9: becomes a session with its context, its times and its scores', () => {
    expect(checkSession(sessionOfRobotmem(session, [0.5, 1]))).toEqual({
      id: 'episode-7',
      collection: 'kitchen',
      context: { robot_id: 'arm-01', robotmem: { outcome_scores: [0.5, 1] } },
      startedAt: Date.UTC(2026, 1, 11, 8),
      endedAt: Date.UTC(2026, 1, 11, 9),
      summary: null,
    })
  })

  it('C9: goes on if it has not ended, and gets an id if it has none', () => {
    const open = sessionOfRobotmem({ ...session, status: 'active', external_id: null, context: null }, [])
    expect(checkSession(open)).toMatchObject({
      endedAt: null,
      context: {},
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })
})
