import { describe, expect, it } from 'vitest'
import { addContext } from './add-context.js'
import { renderExcerpt } from './excerpt.js'
import { flattenMarkdown } from './flat-text.js'

const flat = flattenMarkdown('# Title\n\nFirst one here. Second one here. Third one here. Fourth one here.')
const show = (places: readonly number[], length: number) =>
  renderExcerpt(flat.text, addContext(flat, { places, length }))

describe('addContext', () => {
  it.each([
    [[2], 25, '… Second one here. …'],
    [[2], 45, '… Second one here. Third one here. …'],
    [[2], 60, 'Title · First one here. Second one here. Third one here. …'],
    [[2], 200, flat.text],
    [[4, 1], 40, '… First one here. … Fourth one here.'],
    [[4, 1], 60, 'Title · First one here. … Third one here. Fourth one here.'],
    [[0], 24, 'Title …'],
  ])('shows sentences %j in %i units', (places, length, shown) => {
    expect(show(places, length)).toBe(shown)
  })

  it('cuts a neighbour only where more than half would stay empty', () => {
    const long = flattenMarkdown(`# Title\n\n${'word '.repeat(20)}end`)
    const shown = renderExcerpt(long.text, addContext(long, { places: [0], length: 60 }))
    expect(shown).toBe(`Title · ${'word '.repeat(9)}word …`)
  })
})
