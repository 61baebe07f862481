import { describe, expect, it } from 'vitest'
import { planLinkQuestions } from './link-questions.js'
import { cutText } from './sentences.js'

const filler = Array.from({ length: 12 }, (_, n) => `Word${n} is here to fill the page number${n} slowly.`)
const note = (...lines: readonly string[]) => [...lines, '', filler.join(' '), ''].join('\n')

const harbour = note(
  '# Harbour days',
  '',
  '## Varnish for wooden boats',
  '',
  'Before the boats come in, read the [tide table](tide.md#low) from the office. Boats need paint.',
  '',
  'The keeper of the [[Lighthouse|old tower]] lights the lamp at dusk every single day.',
  '',
  'Ropes are kept dry as described under [knots][k] by the old sailors of the town.',
  '',
  'Two links to [tides](tide.md) and the [[Lighthouse]] in one sentence are not clear.',
  '',
  'See the [part below](#harbour-days) of this very page for the names of boats.',
  '',
  'Fishing rules come from the [ministry](https://example.org/rules) in the capital of the country.',
  '',
  '[k]: <knots.md>',
)
const files = [
  { path: 'harbour.md', text: harbour },
  { path: 'tide.md', text: note('# Tide') },
  { path: 'Lighthouse.md', text: note('# Lighthouse') },
  { path: 'knots.md', text: note('# Knots') },
]

const links = (perFile: number, given = files) =>
  planLinkQuestions(given, perFile).questions.filter(({ kind }) => kind === 'link')

describe('planLinkQuestions', () => {
  it('asks with sentences that link to one other note, without the link and its text', () => {
    const pairs = links(9).map(({ text, path }) => [text, path])
    expect(pairs.toSorted()).toEqual([
      ['Before the boats come in, read the from the office.', 'tide.md'],
      ['Ropes are kept dry as described under by the old sailors of the town.', 'knots.md'],
      ['The keeper of the lights the lamp at dusk every single day.', 'Lighthouse.md'],
    ])
  })

  it('cuts the sentences and headings out of their notes', () => {
    const { questions, removals } = planLinkQuestions(files, 9)
    expect(questions.map(({ kind, path }) => `${kind} ${path}`)).toContain('heading harbour.md')
    const left = cutText(harbour, removals.get('harbour.md') ?? [])
    expect(left).not.toMatch(/Varnish|tide table|Ropes|keeper/)
    expect(left).toContain('Boats need paint.')
  })

  it('limits the links of a note and to a note, and does not depend on the order of files', () => {
    expect(links(1)).toHaveLength(1)
    const more = { path: 'z.md', text: harbour.replaceAll('every single', 'each') }
    const toTower = links(2, [...files, more]).filter(({ path }) => path === 'Lighthouse.md')
    expect(toTower.length).toBeLessThanOrEqual(2)
    expect(planLinkQuestions(files.toReversed(), 2)).toEqual(planLinkQuestions(files, 2))
  })
})
