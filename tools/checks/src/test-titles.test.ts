import { describe, expect, it } from 'vitest'
import { testTitlesOf } from './test-titles.js'

const namesOf = (text: string) => testTitlesOf(text).map(({ title }) => title)
const certainOf = (text: string) =>
  testTitlesOf(text).flatMap(({ title, isCertain }) => (isCertain ? [title] : []))

describe('testTitlesOf', () => {
  it('finds the titles of tests and groups, however they are made', () => {
    const text = `
      describe('a', () => {
        it("b", () => { expect('no title').toBe(item('d')) })
        it.each([1])('c %s', () => {})
        it.skipIf(no).each\`x\`('d', () => {})
        test(\`e \${f}\`, () => {})
        it.skip('never', () => {})
        test.todo('later')
        describe.each(names)(name, () => {})
      })`
    expect(namesOf(text)).toEqual(['a', 'b', 'c %s', 'd', 'e '])
  })

  it('finds nothing in a group that never runs, and is not led astray by what tests are about', () => {
    expect(namesOf("describe.skip('a', () => { it('b', () => {}) })")).toEqual([])
    expect(namesOf("it.each(['.skip(', 'x.todo'])('a %s', () => {})")).toEqual(['a %s'])
  })

  it('tells those that some machines leave out, and groups of nothing else', () => {
    const text = `
      describe('a', () => {
        it.skipIf(no)('b', () => {})
        it('c', { skip: no }, () => {})
        it.runIf(yes)('d', () => {})
      })
      describe.skipIf(no)('e', () => { it('f', () => {}) })
      describe('g', () => {
        it.skipIf(no)('h', () => {})
        it('i', { timeout: 1 }, () => {})
      })
      describe('j', () => conformance())`
    expect(certainOf(text)).toEqual(['g', 'i', 'j'])
    expect(namesOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'])
  })
})
