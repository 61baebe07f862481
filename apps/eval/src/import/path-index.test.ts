import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexPaths } from './path-index.js'

/** Whether a file is meant by a path, as people would say it: the handles of QMD are that of the test. */
const readings: readonly ((file: string, path: string) => boolean)[] = [
  (file, path) => file === path,
  (file, path) => file.toLowerCase() === path.toLowerCase(),
  (file, path) => `/${file}`.toLowerCase().endsWith(`/${path}`.toLowerCase()),
  (file, path) => `/${handleOf(file)}`.endsWith(`/${handleOf(path)}`),
]

/** Of names of ASCII letters, spaces, dots and hyphens. */
function handleOf(path: string): string {
  const names = path.split('/').map((name) => name.toLowerCase().split(/[ .-]+/u))
  return names.map((words) => words.filter((word) => word !== '').join('-')).join('/')
}

const name = fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' ', '-', '.'), minLength: 1, maxLength: 3 })
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
const files = fc.uniqueArray(path, { maxLength: 8 })

describe('indexPaths', () => {
  it('finds every file that the strictest reading means which means any', () => {
    fc.assert(
      fc.property(files, path, (some, wanted) => {
        const found = readings.map((isMeant) => some.filter((file) => isMeant(file, wanted)))
        expect(indexPaths(some).find(wanted)).toEqual(found.find((each) => each.length > 0) ?? [])
      }),
      { numRuns: 1000 },
    )
  })

  it('finds files by their name alone', () => {
    fc.assert(
      fc.property(files, path, (some, wanted) => {
        const nameOf = (each: string) => handleOf(each.split('/').at(-1) ?? '')
        const alike = some.filter((file) => nameOf(file) === nameOf(wanted))
        expect(indexPaths(some).withNameOf(wanted)).toEqual(alike)
      }),
    )
  })
})
