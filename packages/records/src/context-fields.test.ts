import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractContext, readPosition, valueAt } from './context-fields.js'

describe('the parts of a context', () => {
  it('C10: params, spatial, robot and task are extracted', () => {
    const params = { grip_force: { value: 12.5, unit: 'N', type: 'scalar' } }
    const spatial = {
      frame: 'world',
      position: { x: 1.3, y: 0.7, z: 0.42 },
      target_position: [1.25, 0.6, 0.42],
    }
    const robot = { id: 'fetch-001', type: 'Fetch', dof: 7 }
    const task = { name: 'push_to_target', success: true, steps: 38 }
    expect(extractContext({ params, spatial, robot, task, other: 1 })).toEqual({
      params,
      robot,
      task,
      spatial: { frame: 'world', position: [1.3, 0.7, 0.42], fields: spatial },
      malformed: [],
    })
    expect(extractContext({ robot: 'arm-01', task: 'push', spatial: { position: [1, 2] } })).toMatchObject({
      robot: 'arm-01',
      task: 'push',
      spatial: { position: [1, 2], frame: null },
    })
  })

  it('C10: what is missing is absent', () => {
    const none = { params: null, spatial: null, robot: null, task: null, malformed: [] }
    expect(extractContext({})).toEqual(none)
    expect(extractContext({ params: null, robot: null })).toEqual(none)
  })

  it.each([
    [{ params: 'grip_force' }, 'params'],
    [{ params: [1] }, 'params'],
    [{ spatial: [1, 2, 3] }, 'spatial'],
    [{ spatial: { position: [1] } }, 'spatial'],
    [{ spatial: { position: ['1', 2, 3] } }, 'spatial'],
    [{ spatial: { position: { x: 1 } } }, 'spatial'],
    [{ spatial: { position: { x: 1, y: 2, z: null } } }, 'spatial'],
    [{ spatial: { frame: 7 } }, 'spatial'],
    [{ robot: 7 }, 'robot'],
    [{ robot: ' ' }, 'robot'],
    [{ task: [{}] }, 'task'],
  ] as const)('C10: a malformed part is absent, and named: %j', (context, part) => {
    expect(extractContext(context)).toMatchObject({ [part]: null, malformed: [part] })
  })

  it('C10: no context makes it fail', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
        const context = {
          params: value,
          spatial: { position: other, frame: value },
          robot: other,
          task: value,
        }
        const { malformed, ...parts } = extractContext(context as never)
        for (const part of malformed) expect(parts[part]).toBeNull()
        expect(() => extractContext(value as never)).not.toThrow()
        expect(() => valueAt(value as never, 'a.b.c')).not.toThrow()
        expect(() => readPosition(other)).not.toThrow()
      }),
    )
  })

  it('are found by paths of own keys alone', () => {
    const context = { a: { b: { c: 1 } }, list: [{ a: 1 }] }
    expect(valueAt(context, 'a.b.c')).toBe(1)
    for (const path of ['a.c', 'a.b.c.d', 'list.0', 'constructor', '__proto__', 'toString', '']) {
      expect(valueAt(context, path)).toBeUndefined()
    }
  })
})
