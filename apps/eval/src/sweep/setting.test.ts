import { UsageError } from '@recallite/command-line'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { parseGrid, settingTable } from './setting.js'

function weights(...texts: string[]): (number | undefined)[] {
  return parseGrid(texts).map(({ weight }) => weight)
}

describe('parseGrid', () => {
  it('has the default first', () => {
    expect(parseGrid(['weight=0.6,0.9,0.6'])).toEqual([{}, { weight: 0.6 }, { weight: 0.9 }])
  })

  it('takes ranges with their ends, without the noise of binary fractions', () => {
    expect(weights('weight=0.1..0.7/0.1')).toEqual([undefined, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
    expect(weights('weight=0.5..0.95/0.2')).toEqual([undefined, 0.5, 0.7, 0.9])
    expect(weights('weight=1, 0.2..0.3/0.05 ,0.2')).toEqual([undefined, 1, 0.2, 0.25, 0.3])
    expect(parseGrid(['threshold=0.2..0.4/0.1']).map(({ threshold }) => threshold)).toEqual([
      undefined,
      0.2,
      0.3,
      0.4,
    ])
  })

  it('combines every value with every other', () => {
    const settings = parseGrid(['fusion=calibrated,weighted', 'chunkTokens=200,800'])
    expect(settings).toEqual([
      {},
      { fusion: 'calibrated', chunkTokens: 200 },
      { fusion: 'calibrated', chunkTokens: 800 },
      { fusion: 'weighted', chunkTokens: 200 },
      { fusion: 'weighted', chunkTokens: 800 },
    ])
  })

  it.each([
    ['wieght=1', /"wieght".*Did you mean "weight"\?.*chunkOverlap/],
    ['constructor=1', /no setting is called "constructor"/],
    ['weight', /--vary weight=0\.6,0\.7,0\.8/],
    ['weight=', /"" must be a number from 0 to 1, or a range/],
    ['weight=0.5,,0.6', /"" must be/],
    ['weight=-0.1', /"-0\.1" must be a number from 0 to 1/],
    ['weight=1e999', /"1e999" must be/],
    ['weight=0x10', /"0x10" must be/],
    ['weight=0.5..0.9', /"0\.5\.\.0\.9" must be/],
    ['weight=0.9..0.5/0.1', /"0\.9\.\.0\.5\/0\.1" must be/],
    ['weight=0.5..0.9/0', /must be/],
    ['weight=0..1e300/1e-300', /must be/],
    ['k=0..3/1', /must be a number above 0, or a range/],
    ['threshold=0.5..1.5/0.5', /must be a number from 0 to 1/],
    ['chunkTokens=200.5', /must be a whole number from 16 to 8192, or a range like 200/],
  ])('refuses %s, and says what there is', (text, message) => {
    const failure = failureOf(() => parseGrid([text]))
    expect(failure).toBeInstanceOf(UsageError)
    expect(String(failure)).toMatch(message)
  })

  it('names the nearest fusion', () => {
    const failure = failureOf(() => parseGrid(['fusion=convx']))
    expect(failure).toBeInstanceOf(UsageError)
    expect(String(failure)).toContain('Did you mean "convex"')
  })

  it.each([
    [['k=1', 'k=2'], /k is given twice/],
    [['chunkTokens=50,400'], /chunkOverlap 80 must be below chunkTokens 50/],
    [['chunkTokens=100', 'chunkOverlap=100'], /chunkOverlap 100 must be below chunkTokens 100/],
  ])('refuses the combination %j', (texts, message) => {
    expect(() => parseGrid(texts)).toThrow(message)
  })

  it('counts what is too many, before making it', () => {
    expect(parseGrid(['k=1..500/1', 'fusion=rrf'])).toHaveLength(501)
    expect(() => parseGrid(['k=1..167/1', 'weight=0.1,0.2,0.3'])).toThrow(
      /167 of k × 3 of weight make 501 settings; at most 500/,
    )
    expect(() => parseGrid(['k=1..1e9/1'])).toThrow(/a range of 1000000000 values/)
  })

  it('ends in settings or in an error that says what to type, whatever is typed', () => {
    const values = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[-0-9.,/e]{1,12}$/),
      fc.constantFrom('rrf', 'max'),
    )
    const text = fc
      .tuple(fc.constantFrom(...Object.keys(settingTable), 'toString'), values)
      .map((parts) => parts.join('='))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), (texts) => {
        const failure = failureOf(() => expect(parseGrid(texts)[0]).toEqual({}))
        expect(failure === undefined || failure instanceof UsageError).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
