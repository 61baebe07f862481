import { describe, expect, it } from 'vitest'
import { noteMetadata, withAbbreviations, withParents } from './note-metadata.js'

const none = { links: [], tags: [] }

describe('the metadata of a note', () => {
  it.each([
    [{}, {}],
    [{ tags: 'ops' }, { tags: 'ops' }],
    [
      { tags: null, links: 3 },
      { tags: null, links: 3 },
    ],
    [{ tags: 'ops, web' }, { tags: ['ops, web', 'ops', 'web'] }],
    [{ tags: ['#ops', 'a b'] }, { tags: ['#ops', 'a b', 'ops'] }],
    [{ tags: ['tea/green/sencha'] }, { tags: ['tea/green/sencha', 'tea/green', 'tea'] }],
    [{ tag: 'ops' }, { tag: 'ops', tags: ['ops'] }],
    [{ taxonomies: { tags: ['ops'] } }, { taxonomies: { tags: ['ops'] }, tags: ['ops'] }],
    [{ taxonomies: null }, { taxonomies: null }],
    [{ tags: { a: 1 } }, { tags: { a: 1 } }],
  ])('with only the front matter %j is %j', (stated, metadata) =>
    expect(noteMetadata(stated, none)).toEqual(metadata),
  )

  it('has the tags and links of the text after those of the front matter', () => {
    const found = { links: ['Auth', './b.md'], tags: ['ops', 'tea/green'] }
    expect(noteMetadata({ tags: ['ops'], links: 'x' }, found)).toEqual({
      tags: ['ops', 'tea/green', 'tea'],
      links: ['x', 'Auth', './b.md'],
    })
    expect(noteMetadata({ links: { a: 'b' } }, found)).toMatchObject({ links: { a: 'b' } })
  })

  it('handles long and empty names', () => {
    const long = 'x/'.repeat(200)
    expect(withParents([long, '', '/', 'a//b'])).toEqual([long, '/', 'a//b', 'a/', 'a'])
    expect(withParents([`t${'/x'.repeat(90)}`])).toHaveLength(11)
  })
})

describe('abbreviations in the metadata', () => {
  const text = 'The service level agreement (SLA).'
  const sla = ['service level agreement']

  it.each([
    [{}, { abbreviations: { SLA: sla } }],
    [
      { abbreviations: { SLA: 'own', PTO: 'paid time off' } },
      { abbreviations: { SLA: ['own', ...sla], PTO: ['paid time off'] } },
    ],
    [
      { aliases: ['k8s', null], alias: 'kube' },
      { aliases: ['k8s', null], alias: 'kube', abbreviations: { SLA: sla, k8s: ['Title'], kube: ['Title'] } },
    ],
    [{ abbreviations: 'none' }, { abbreviations: 'none' }],
  ])('for %j come from the text and the aliases', (stated, metadata) =>
    expect(withAbbreviations(stated, 'Title', text)).toEqual(metadata),
  )

  it('are absent if there are none', () => {
    const stated = { tags: ['a'] }
    expect(withAbbreviations(stated, 'Title', 'Nothing (here).')).toBe(stated)
  })
})
