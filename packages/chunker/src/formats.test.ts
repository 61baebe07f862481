import { describe, expect, it } from 'vitest'
import { formatExtensions, formatNames, formatOf } from './formats.js'

describe('formatOf', () => {
  it.each([
    ['MEMORY.MD', 'markdown'],
    ['docs\\guide.mdx', 'markdown'],
    ['notes.txt', 'text'],
    ['README', 'text'],
    ['src/index.d.ts', 'code'],
    ['Dockerfile', 'code'],
    ['a.b/Makefile', 'code'],
    ['photo.png', null],
    ['drawing.excalidraw.md', null],
    ['board.edn', null],
    ['.env', null],
    ['folder.md/', null],
    ['name.', null],
    ['constructor', null],
  ])('returns the format of %s', (path, format) => {
    expect(formatOf(path)).toBe(format)
  })

  it.each([
    ['extension', formatExtensions],
    ['name', formatNames],
  ])('lists each %s once, in lower case', (_, table) => {
    const keys = Object.values(table).flat()
    expect(keys.length).toBeGreaterThan(10)
    expect(keys).toEqual([...new Set(keys)])
    expect(keys.filter((key) => !/^[a-z0-9]+$/.test(key))).toEqual([])
  })
})
