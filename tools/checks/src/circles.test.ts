import { describe, expect, it } from 'vitest'
import { circlesOf } from './circles.js'
import { filesUnder, isTestOnly, textOf } from './repository.js'

describe('circlesOf', () => {
  it.each([
    ['of values', "import { b } from './b.js'", "export { a } from '../x/a.js'"],
    ['of types', "import type { B } from './b.js'", "import type { A } from './a.js'"],
    ['of a later import', "await import('./b.js')", "type A = import('./a.js').A"],
  ])('finds a planted circle %s, and nothing beside it', (_, a, b) => {
    const texts = new Map([
      ['x/a.ts', a],
      ['x/b.ts', b],
      ['x/c.ts', "import { a } from './a.js'\nimport { d } from './deep/d.js'\nimport 'node:fs'"],
      ['x/deep/d.ts', 'export const d = 1'],
    ])
    expect(circlesOf(texts)).toEqual([['x/a.ts', 'x/b.ts']])
  })

  it('finds a longer circle once, and a file that imports itself', () => {
    const texts = new Map([
      ['a.ts', "import './b.js'"],
      ['b.ts', "import './c.js'"],
      ['c.ts', "import './a.js'"],
      ['own.ts', "import type { Own } from './own.js'"],
    ])
    expect(circlesOf(texts)).toEqual([['a.ts', 'b.ts', 'c.ts'], ['own.ts']])
  })
})

describe('imports', () => {
  const paths = ['packages', 'apps', 'tools']
    .flatMap((folder) => filesUnder(folder))
    .filter((path) => /\/src\/.*\.ts$/.test(path) && (!isTestOnly(path) || path.includes('/__fixtures__/')))

  it('are in no circle, not even those of types', () => {
    expect(paths.length).toBeGreaterThan(300)
    expect(circlesOf(new Map(paths.map((path) => [path, textOf(path)])))).toEqual([])
  })
})
