import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAbbreviations } from './abbreviations.js'

describe('abbreviations', () => {
  it.each([
    ['Annex B is the service level agreement (SLA), annex C a list.', ['SLA', 'service level agreement']],
    ['PTO (paid time off) lapses.', ['PTO', 'paid time off']],
    ['All service level agreements (SLAs)', ['SLA', 'service level agreements']],
    ['the **recovery point\nobjective** ("RPO", see below)', ['RPO', 'recovery point objective']],
    ['rule first expired, first out (FEFO)', ['FEFO', 'first expired, first out']],
    ['since the attack, multi-factor authentication (MFA)', ['MFA', 'multi-factor authentication']],
    ['Eine Datenschutz-Folgenabschätzung (DSFA)', ['DSFA', 'Datenschutz-Folgenabschätzung']],
    ['le comité social et économique (CSE)', ['CSE', 'comité social et économique']],
    [
      'Le document unique d’évaluation des risques professionnels (DUERP)',
      ['DUERP', 'document unique d’évaluation des risques professionnels'],
    ],
    ['遵守世界卫生组织（世卫组织）的指南', ['世卫组织', '世界卫生组织']],
    ['国家药品监督管理局（以下简称国家药监局）', ['国家药监局', '国家药品监督管理局']],
    ['使用service level agreement（SLA）', ['SLA', 'service level agreement']],
  ])('are read in %j', (text, pair) => expect(findAbbreviations(text)).toEqual([pair]))

  it.each([
    'see the annex (page 3) and the list (B)',
    'the colour (color) of it',
    'call send(SEND) or service level agreement(SLA)',
    'a new paragraph\n\n(SLA) service level agreement. Late (SLA)',
    'the SLA (SLA) of the SLA team (SLA)',
    'We sell apples (SAP AG) and pears (XYZ)',
    'Frostwerk (Bremen) and OK (yes)',
    '仓库（二楼）',
  ])('are not found in %j', (text) => expect(findAbbreviations(text)).toEqual([]))

  const word = fc.stringMatching(/^[a-z]{2,9}$/)

  it('are found by the initials of any words', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 2, maxLength: 6 }), (words) => {
        const short = words.map((one) => one.charAt(0).toUpperCase()).join('')
        fc.pre(!words.includes(short.toLowerCase()))
        const long = words.join(' ')
        expect(findAbbreviations(`Of the: ${long} (${short}).`)).toEqual([[short, long]])
        expect(findAbbreviations(`Of the ${short} (${long}).`)).toEqual([[short, long]])
      }),
    )
  })

  it('have the letters of the short form in the long form, for any text', () => {
    const piece = fc.oneof(
      word,
      fc.constantFrom('(', ')', '（', '）', '(SLA)', 'ABC', ' ', '\n', '世界', ', ', '-', '"'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const [short, long] of findAbbreviations(pieces.join(''))) {
          let at = -1
          const plain = [...long.normalize('NFD').toLowerCase()]
          for (const letter of short
            .normalize('NFD')
            .toLowerCase()
            .match(/[\p{L}\p{N}]/gu) ?? [])
            expect((at = plain.indexOf(letter, at + 1))).toBeGreaterThanOrEqual(0)
          expect(long.length).toBeGreaterThan(short.length)
        }
      }),
    )
  })

  it.each(['(', '()', '(ABC', 'A (ABC) ', 'a-', '（世卫', 'a b c (ABC'])(
    'are searched in two megabytes of %j in seconds',
    (part) => {
      const began = performance.now()
      expect(findAbbreviations(part.repeat(2_000_000 / part.length)).length).toBeLessThan(201)
      expect(performance.now() - began).toBeLessThan(10_000)
    },
  )
})
