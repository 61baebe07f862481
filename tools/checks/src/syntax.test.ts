import { describe, expect, it } from 'vitest'
import { bareErrorLines, decoratorsOf, importsOf, otherThanReExports } from './syntax.js'

describe('otherThanReExports', () => {
  it('accepts named re-exports of values and types', () => {
    expect(otherThanReExports("export { a, type B } from './a.js'\nexport type { C } from './c.js'")).toEqual(
      [],
    )
  })

  it.each(["export * from './a.js'", "export * as a from './a.js'", 'export const a = 1', "import './a.js'"])(
    'finds %s',
    (text) => {
      expect(otherThanReExports(`export { b } from './b.js'\n${text}`)).toEqual([text])
    },
  )

  it('finds an export of what was imported', () => {
    expect(otherThanReExports("import { a } from './a.js'\nexport { a }")).toHaveLength(2)
  })
})

describe('importsOf', () => {
  it('sees every way to import', () => {
    const text = `
      import a from 'a'
      import type { B } from 'b'
      export { c } from 'c'
      const d = await import('d')
      type E = import('e').E
      const f = require('f')
      // import g from 'g'
    `
    expect(importsOf(text).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})

describe('bareErrorLines', () => {
  it('finds errors of no class of ours, by line', () => {
    expect(bareErrorLines("const a = 1\nthrow new Error('a')\nif (a) throw Error('b')")).toEqual([2, 3])
  })

  it('accepts other classes, rethrown errors and mere mentions', () => {
    expect(bareErrorLines("throw new StoreError('X', 'y')\nthrow cause\n// throw new Error('z')")).toEqual([])
  })
})

describe('decoratorsOf', () => {
  it('finds exported functions from the type to the type', () => {
    const text = `
      export function withRetry(model: Model, options: Options): Model { return model }
      export function chain(models: readonly Model[]): Model { return models[0] }
      export function create(settings: ModelSettings): Model { return settings.model }
      function inner(model: Model): Model { return model }
    `
    expect(decoratorsOf(text, 'Model')).toEqual(['withRetry', 'chain'])
  })
})
