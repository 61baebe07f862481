import { describe, expect, it } from 'vitest'
import { charactersOf, placeRuns, scriptRuns } from './script-runs.js'

describe('scriptRuns', () => {
  it.each([
    ['GitHub备份脚本 v2', ['GitHub', '备份脚本', 'v2']],
    ['ข้อมูลSQL', ['ข้อมูล', 'SQL']],
    ['snake_case', ['snake', 'case']],
    ['\u{E0A0} and \u{10FFFD}', ['\u{E0A0}', 'and', '\u{10FFFD}']],
    ['\u0301 — 🙂', []],
    ['naïve 9th½ x\u0302y', ['naïve', '9th½', 'x\u0302y']],
    ['v3.2 V1.٢ v٣.2 v½.1 v3', ['3', '2', '1', '٢', '٣', '2', '½', '1', 'v3']],
    ['xv3.2 \u0301v3.2', ['xv3', '2', 'v3', '2']],
  ])('cuts %j', (text, runs) => {
    expect(scriptRuns(text)).toEqual(runs)
  })

  it('has no word with the mark that stands between the names of a path', () => {
    expect(scriptRuns('\u{F8FF}')).toEqual([])
    expect(scriptRuns('x\u{F8FF}y')).toEqual(['x', 'y'])
  })
})

describe('placeRuns', () => {
  it('tells where each run stands, and what it is', () => {
    const text = 'a GitHub备份 ümlaut'
    const placed = placeRuns(text).map(({ start, end, isUnspaced }) => [text.slice(start, end), isUnspaced])
    expect(placed).toEqual([
      ['a', false],
      ['GitHub', false],
      ['备份', true],
      ['ümlaut', false],
    ])
  })
})

describe('charactersOf', () => {
  it('keeps marks with their letters where these are letters', () => {
    expect(charactersOf('น้ำ')).toEqual(['น้ำ'])
    expect(charactersOf('𠮷野')).toEqual(['𠮷', '野'])
  })
})
