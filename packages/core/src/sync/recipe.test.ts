import { describe, expect, it } from 'vitest'
import { defaultChunking, recipesOf } from './recipe.js'

const today = `cutter 3, target 400, overlap 80, unicode ${process.versions.unicode}`

describe('recipesOf', () => {
  it.each([
    ['a.md', today],
    ['a.txt', today],
    ['a.ts', today],
    ['html', today],
    ['a.jsonl', today],
    ['a.html', `${today}, html 1`],
    ['a.HTM', `${today}, html 1`],
    ['a.xhtml', `${today}, html 1`],
  ])('names the reader of %s only where it makes a text of its own', (path, recipe) => {
    expect(recipesOf(defaultChunking, {})(path)).toBe(recipe)
  })

  it('names the reader of transcripts, whatever they are called', () => {
    expect(recipesOf(defaultChunking, { kind: 'sessions' })('a.html')).toBe(`${today}, session 1`)
  })

  it('differs by how texts are cut', () => {
    expect(recipesOf({ target: 100, overlap: 0 }, {})('a.md')).toContain('target 100, overlap 0')
  })
})
