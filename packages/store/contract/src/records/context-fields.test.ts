import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceTo, extractContext } from './context-fields.js'
import type { JsonObject } from './record.js'

const at = (position: JsonObject[string], frame: string | null = null): JsonObject => ({
  spatial: { position, frame },
})
const origin = { position: [0, 0, 0] }

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
      spatial: { frame: 'world', position: [1.3, 0.7, 0.42] },
    })
    expect(extractContext({ robot: 'arm-01', task: 'push', spatial: { position: [1, 2] } })).toMatchObject({
      robot: 'arm-01',
      task: 'push',
      spatial: { position: [1, 2], frame: null },
    })
  })

  it('C10: missing parts are null', () => {
    const none = { params: null, spatial: null, robot: null, task: null }
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
  ] as const)('C10: a malformed part is absent: %j', (context, part) => {
    expect(extractContext(context)).toMatchObject({ [part]: null })
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
        expect(() => extractContext(context as never)).not.toThrow()
        expect(() => extractContext(value as never)).not.toThrow()
        expect(() => distanceTo(origin, context as never)).not.toThrow()
      }),
    )
  })
})

describe('the distance to a target', () => {
  it('C12: is Euclidean, in two or three dimensions', () => {
    expect(distanceTo({ position: [1, 2] }, at([4, 6]))).toBe(Math.sqrt(3 ** 2 + 4 ** 2))
    expect(distanceTo({ position: [1, 2, 3] }, at({ x: 3, y: 5, z: 9 }))).toBe(
      Math.sqrt(2 ** 2 + 3 ** 2 + 6 ** 2),
    )
  })

  it('C12: uses the given field', () => {
    const context = { spatial: { object_position: [1.3, 0.7, 0.42], position: [9, 9, 9] }, 'a.b': [0, 0, 0] }
    const target = { position: [1.3, 0.7, 1.42], field: 'spatial.object_position' }
    expect(distanceTo(target, context)).toBeCloseTo(1, 12)
    expect(distanceTo({ ...target, field: 'spatial.target_position' }, context)).toBeUndefined()
  })

  it.each([
    {},
    { spatial: null },
    at(null),
    at([1, 2]),
    at([1, 2, 'x']),
    at([1, 2, 3, 4]),
    at('1,2,3'),
    at({ x: 1, y: 2 }),
  ])('C12: is undefined for missing and malformed coordinates: %j', (context) =>
    expect(distanceTo(origin, context)).toBeUndefined(),
  )

  it('C12: is undefined in another frame, if both have a name', () => {
    expect(distanceTo({ ...origin, frame: 'map' }, at([0, 0, 1], 'world'))).toBeUndefined()
    expect(distanceTo({ ...origin, frame: 'map' }, at([0, 0, 1], 'map'))).toBe(1)
    expect(distanceTo({ ...origin, frame: 'map' }, at([0, 0, 1]))).toBe(1)
    expect(distanceTo(origin, at([0, 0, 1], 'world'))).toBe(1)
  })

  it('C12: follows only own keys', () => {
    const context = { a: { b: { c: [0, 0, 1] } }, list: [{ a: [0, 0, 1] }] }
    expect(distanceTo({ ...origin, field: 'a.b.c' }, context)).toBe(1)
    for (const field of ['a.c', 'a.b.c.d', 'list.0.a', 'constructor', '__proto__', 'toString', ''])
      expect(distanceTo({ ...origin, field }, context)).toBeUndefined()
  })

  it('C12: is refused for a target that is not a point', () => {
    for (const position of [[], [1], [1, 2, 3, 4], [1, Number.NaN], [1, Infinity]]) {
      expect(() => distanceTo({ position }, at([1, 2]))).toThrowError(
        expect.objectContaining({ code: 'RECORD_INVALID_OPTION' }),
      )
    }
  })

  it('C12: is a metric', () => {
    const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    const point = fc.tuple(coordinate, coordinate, coordinate)
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        const between = (from: readonly number[], to: number[]) =>
          distanceTo({ position: from }, at(to)) ?? Number.NaN
        expect(between(a, a)).toBe(0)
        expect(between(a, b)).toBe(between(b, a))
        expect(between(a, c)).toBeLessThanOrEqual((between(a, b) + between(b, c)) * (1 + 1e-9))
      }),
    )
  })
})
